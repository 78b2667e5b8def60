import Foundation
import TestSupport
import Testing

@Suite("photomirror providers --check", .serialized)
struct ProviderCheckTests {
  /// A mistake: what is replaced in a sound provider, and the beginning of a finding.
  struct Mistake: CustomTestStringConvertible, Sendable {
    let what: String
    let sound: String
    let broken: String
    let finding: String

    init(_ what: String, _ sound: String, _ broken: String, _ finding: String) {
      (self.what, self.sound, self.broken, self.finding) = (what, sound, broken, finding)
    }

    var testDescription: String { what }
  }

  private static let mistakes = [
    Mistake(
      "a secret with a default", #""isSecret": True"#, #""isSecret": True, "defaultValue": "x""#,
      "has an invalid manifest: the secret setting key has a default"),
    Mistake(
      "two sizes with one label", #""sizes": ["S", "L"]"#, #""sizes": ["S", "s"]"#,
      "has an invalid manifest: two sizes have the same label"),
    Mistake(
      "any address is accepted", "CLAIMED = None", #"CLAIMED = "all""#, "addresses: "),
    Mistake(
      "any source is accepted", #"if query["selector"] != "all":"#, "if False:", "selectors: "),
    Mistake(
      "a wrong kind of failure", #"fail("source""#, #"fail("malformed""#, "selectors: "),
    Mistake(
      "another scheme than http", #"URL = "https://"#, #"URL = "ftp://"#, "requests: "),
    Mistake(
      "an unknown setting", #""setting": "key""#, #""setting": "token""#, "requests: "),
    Mistake(
      "the value of a secret", #""setting": "key""#,
      #""value": query["settings"].get("key", "")"#, "requests: "),
    Mistake(
      "a header with a line break", #""headers": []"#,
      #""headers": [{"name": "Accept", "value": "a\nb"}]"#, "requests: "),
    Mistake(
      "two photos with one id", #""id": name"#, #""id": "same""#, "answers: "),
    Mistake(
      "an id with a control character", #""id": name"#, #""id": name + "\t""#, "answers: "),
    Mistake(
      "a relative address", "URL + name", #""/" + name"#, "answers: "),
    Mistake(
      "a digest of the wrong length", #""label": "L""#,
      #""label": "L", "digest": {"algorithm": "md5", "hex": "00"}"#, "answers: "),
    Mistake(
      "a size that the manifest lacks", #""label": "L""#, #""label": "Original""#, "answers: "),
    Mistake(
      "a photo without addresses", #""renditions": [{"#, #""unused": [{"#, "answers: "),
    Mistake(
      "a listing without an end", #"listing.get("next")"#, #""again""#, "cursors: "),
    Mistake(
      "a cursor that is rejected", #"query.get("cursor") or "a""#,
      #"{None: "a"}[query.get("cursor")]"#, "cursors: "),
    Mistake(
      "a request that ignores the cursor", #"query.get("cursor") or "a""#, #""a""#, "cursors: "),
    Mistake(
      "answers that change", #""title": name"#, #""title": str(next(COUNT))"#, "purity: "),
    Mistake(
      "rubbish is an empty listing", #"fail("malformed""#,
      "return {\"photos\": []}\n        fail(\"malformed\"",
      "malformed: "),
    Mistake(
      "rubbish ends the program", "except (ValueError, RecursionError):",
      "except ZeroDivisionError:", "malformed: "),
  ]

  private static let provider = """
    #!/usr/bin/python3
    import itertools, json, sys
    URL = "https://photos.example/"
    CLAIMED = None
    COUNT = itertools.count()
    MANIFEST = {
        "name": "broken", "version": "1", "summary": "", "sources": [{"usage": "all", "summary": ""}],
        "settings": [{"name": "key", "summary": "", "isSecret": True}], "sizes": ["S", "L"],
    }

    class Failure(Exception):
        pass

    def fail(kind, message):
        raise Failure({"kind": kind, "message": message})

    def page_request(query):
        if query["selector"] != "all":
            fail("source", "there is no such source")
        return {"url": URL, "headers": [], "parameters": [
            {"name": "after", "value": query.get("cursor") or "a"}, {"name": "key", "setting": "key"}]}

    def page(question):
        try:
            listing = json.loads(question["answer"]["body"])
        except (ValueError, RecursionError):
            fail("malformed", "it is not JSON")
        if not isinstance(listing, dict) or not isinstance(listing.get("names"), list):
            fail("malformed", "there are no names")
        names = {name: None for name in listing["names"] if isinstance(name, str) and 0 < len(name) < 50 and name.isascii() and name.isprintable()}
        following = listing.get("next")
        if not isinstance(following, str) or not following.isascii() or not following.isprintable() or following in ("", question["query"].get("cursor")):
            following = None
        return {"next": following, "photos": [
            {"id": name, "title": name, "renditions": [{"label": "L", "url": URL + name.replace(" ", "")}]}
            for name in names]}

    METHODS = {"manifest": lambda _: MANIFEST, "claim": lambda _: {"selector": CLAIMED},
               "page-request": page_request, "page": page}

    for line in sys.stdin:
        message = json.loads(line)
        reply = {"id": message["id"]}
        try:
            if message["method"] in METHODS:
                reply["answer"] = METHODS[message["method"]](message["question"])
            else:
                reply["unsupported"] = True
        except Failure as failure:
            reply["failure"] = failure.args[0]
        print(json.dumps(reply), flush=True)

    """

  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory(in: BuiltProducts.directory)
    let answers = [
      "first": (#"{"selector":"all"}"#, #"{"names":["one","two"],"next":"b"}"#),
      "last": (#"{"selector":"all","cursor":"b"}"#, #"{"names":["three"]}"#),
    ]
    for (name, (query, body)) in answers {
      let call = ["call": "page"]
      let answer = String(decoding: try JSONEncoder().encode(["body": body]), as: UTF8.self)
      let text = #"{"call":"\#(call["call"] ?? "")","query":\#(query),"answer":\#(answer)}"#
      try text.write(toFile: folder.appending("\(name).json"), atomically: true, encoding: .utf8)
    }
  }

  private func check(_ text: String, _ options: [String] = []) async throws -> CommandRun {
    let path = folder.appending("photomirror-provider-broken")
    try ExecutableFile.write(text, to: path)
    return try await CommandRun.run(
      BuiltProducts.path("photomirror"),
      ["providers", "--check", "broken", "--provider-path", folder.path] + options)
  }

  private var answers: [String] { ["--answers", folder.path] }

  @Test("The check finds nothing in a sound provider")
  func sound() async throws {
    let run = try await check(Self.provider, answers)
    #expect(run.output == "checked broken 1 with 2 recorded answers: no finding\n", "\(run.errors)")
    #expect(run.exitCode == 0)
    let bare = try await check(Self.provider)
    #expect(bare.output == "checked broken 1 without recorded answers: no finding\n")
  }

  @Test("The check finds a planted mistake", arguments: mistakes)
  func finds(mistake: Mistake) async throws {
    let text = Self.provider.replacing(mistake.sound, with: mistake.broken)
    try #require(text != Self.provider)
    let run = try await check(text, answers)
    #expect(run.exitCode == 5)
    let lines = (run.output + run.errors).split(separator: "\n")
    #expect(lines.contains { $0.contains(mistake.finding) }, "\(run.output)\(run.errors)")
    // Each rule has its own name, by which a finding can be told.
    if !mistake.finding.hasPrefix("has") {
      let json = try await check(text, answers + ["--json"])
      let rule = mistake.finding.dropLast(2)
      #expect(json.output.contains("\"rule\":\"\(rule)\""), "\(json.output)")
    }
  }

  @Test("A provider that ends at many answers is started again, and has one line for each mistake")
  func crashes() async throws {
    let text = Self.provider.replacing("isinstance(listing.get(\"names\"), list)", with: "True")
      .replacing("except Failure as failure:", with: "except Failure as failure:  # no catch-all")
      .replacing("listing.get(\"next\")", with: "listing[\"next\"] + \"\"")
    let run = try await check(text, answers)
    #expect(run.exitCode == 5 && !run.output.contains("times in a row"), "\(run.output)")
    let lines = run.output.split(separator: "\n")
    #expect((3...12).contains(lines.count), "\(run.output)")
    let isCounted = lines.contains { $0.contains("KeyError: 'names'") && $0.hasSuffix(" cases") }
    #expect(isCounted, "\(lines)")
    let json = try await check(text, answers + ["--json"])
    #expect(json.output.contains("\"cases\":"), "\(json.output)")
  }

  @Test("A cursor that the site itself repeats is no mistake of the provider")
  func repeated() async throws {
    let text = Self.provider.replacing(
      " or following in (\"\", question[\"query\"].get(\"cursor\"))", with: "")
    let run = try await check(text, answers)
    #expect(run.exitCode == 0, "\(run.output)")
  }

  @Test("The check says which provider or recording is missing")
  func missing() async throws {
    let unknown = try await CommandRun.run(
      BuiltProducts.path("photomirror"), ["providers", "--check", "nobody"])
    #expect(unknown.exitCode == 5 && unknown.errors.contains("there is no provider 'nobody'"))
    try "{}".write(toFile: folder.appending("bad.json"), atomically: true, encoding: .utf8)
    let bad = try await check(Self.provider, answers)
    #expect(bad.exitCode == 2)
    #expect(
      bad.errors.contains("bad.json is not a recorded call: call is missing"), "\(bad.errors)")
  }
}
