import Foundation
import TestSupport
import Testing

/// What a provider may ask of the host for its requests and files, by a small program.
@Suite("What providers ask of the host", .serialized)
struct JointRequestsTests {
  private static let provider = """
    #!/usr/bin/python3
    import json, sys
    MANIFEST = {"name": "asking", "version": "1", "summary": "", "sources": [{"usage": "all", "summary": ""}],
        "settings": [{"name": "site", "summary": ""}], "limits": [{"width": 1, "bytesPerSecond": 1000000}]}

    def page(question):
        site = question["query"]["settings"]["site"]
        return {"extent": "complete", "photos": [{"id": name, "renditions": [{
            "label": "L", "url": site + name + ".png", "headers": [{"name": "Referer", "value": site}],
            "fallbacks": [site + "other/" + name + ".png"], "isTransient": name == "signed",
            "digests": [{"algorithm": "md5", "hex": MD5}, {"algorithm": "sha1", "hex": SHA1[name]}]}]}
            for name in ("plain", "moved", "signed", "false")]}

    METHODS = {"manifest": lambda _: MANIFEST, "page": page, "page-request": lambda query: {
        "url": query["settings"]["site"] + "search", "body": '{"all":true}',
        "headers": [{"name": "Content-Type", "value": "application/json"}]}}
    for line in sys.stdin:
        message = json.loads(line)
        method = METHODS.get(message["method"])
        value = {"answer": method(message["question"])} if method else {"unsupported": True}
        print(json.dumps({"id": message["id"], **value}), flush=True)

    """

  @Test(
    "A search is a POST request; files have headers, other addresses and several digests; what is signed is not kept"
  )
  func requests() async throws {
    let session = try await Session("--photos", "1")
    let digests = """
      import hashlib
      DATA = bytes(\(TinyPicture.png))
      MD5, SHA1 = hashlib.md5(DATA).hexdigest(), dict.fromkeys(("plain", "moved", "signed"), hashlib.sha1(DATA).hexdigest())
      SHA1["false"] = "0" * 40

      """
    try ExecutableFile.write(
      Self.provider.replacing("MANIFEST = {", with: digests + "MANIFEST = {", maxReplacements: 1),
      to: session.folder.appending("photomirror-provider-asking"))
    let site = try WireServer { request in
      if request.target == "/search" { return [.ok(Array("{}".utf8))] }
      guard request.headers["referer"]?.hasSuffix("/") == true, request.target != "/moved.png"
      else {
        return [.response("404 Not Found", ["Content-Length: 0"])]
      }
      return [.ok(TinyPicture.png)]
    }
    let run = try await session.run(
      "sync --progress none --provider-path . --set asking.site=\(site.url()) asking:all photos")
    #expect(run.exitCode == 1, "\(run.errors)")
    #expect(run.errors.contains("its sha1 is"), "\(run.errors)")
    #expect(session.mirror().photos.count == 3 && session.mirror().flaws() == [])
    let search = try #require(site.requests.first)
    #expect(search.method == "POST" && search.body == Array(#"{"all":true}"#.utf8))
    #expect(search.headers["content-type"] == "application/json")
    #expect(site.requests.contains { $0.target == "/other/moved.png" })
    let rows = try catalogRows(
      session.folder.appending("photos/.photomirror/catalog.sqlite"),
      "SELECT photo.key FROM file JOIN photo ON photo.id = file.photo WHERE address IS NULL")
    #expect(rows == ["signed"])
  }
}
