import Foundation
import TestSupport
import Testing

@Suite("Bad input: the source", .serialized)
struct SourceFailureTests {
  @Test("An unknown feed is a usage error")
  func unknownFeed() async throws {
    let session = try await Session()
    try await session.run("sync flickr:nope photos").expect(
      exits: 2,
      errors: """
        photomirror: error: flickr has no source "nope"
        hint: it has recent, user/NAME, album/ID, albums/NAME, photo/ID, favorites/NAME, …
        """)
    #expect(!session.mirror().exists)
  }

  @Test("An unknown provider is an error that lists the known ones")
  func unknownProvider() async throws {
    let session = try await Session()
    try await session.run("sync nope:recent photos").expect(
      exits: 5,
      errors: """
        photomirror: error: there is no provider 'nope'
        hint: the providers are \(Session.providers.joined(separator: ", ")), urls
        hint: see 'photomirror providers'
        """)
    try await session.run("list https://photos.example/").expect(
      exits: 5,
      errors: """
        photomirror: error: no provider accepts the address https://photos.example/
        …
        """)
    #expect(!session.mirror().exists)
  }

  @Test("A Flickr page that cannot be mirrored is a usage error")
  func unsupportedPage() async throws {
    let session = try await Session()
    try await session.run("sync https://www.flickr.com/groups/fog/discuss photos").expect(
      exits: 2,
      errors: """
        photomirror: error: https://www.flickr.com/groups/fog/discuss is not a page that can be mirrored
        hint: use the page of a photo, of an account, … API key
        """)
    #expect(try await session.server.stats().calls.isEmpty && !session.mirror().exists)
  }

  @Test("An unknown Flickr account fails the run with how to name accounts")
  func unknownName() async throws {
    let session = try await Session()
    let run = try await session.run("sync https://www.flickr.com/photos/nobody/ photos")
    run.expect(
      exits: 3,
      errors: """
        mirroring flickr:user/nobody into photos, a new mirror
        photomirror: error: flickr says: User not found (code 1)
        hint: use the account's NSID, such as 12345678@N00, or the name in its address; …
        """)
    #expect(!session.mirror().exists)
  }

  @Test("A missing key is a usage error that says how to give it")
  func missingKey() async throws {
    var session = try await Session()
    session.environment["FLICKR_API_KEY"] = .some(nil)
    try await session.run("sync flickr:recent photos").expect(
      exits: 2,
      errors: """
        photomirror: error: flickr needs flickr.key: API key, from …
        hint: set it with the environment variable FLICKR_API_KEY or --set-file flickr.key=PATH
        hint: without a key, 'photomirror sync https://www.flickr.com/services/feeds/photos_public.gne' …
        """)
    #expect(!session.mirror().exists)
  }

  @Test("A key that the site repeats is neither shown nor stored")
  func repeatedKey() async throws {
    var session = try await Session()
    let key = "k3y/7391"
    let site = try WireServer { request in
      let isListing = request.target.contains("getRecent")
      let answer =
        isListing
        ? #"{"photos": {"page": 1, "pages": 1, "photo": [{"id": "1"}, {"id": "\#(key)", "#
          + #""media": "video", "media_status": "pending"}]}}"#
        : #"{"stat": "fail", "code": 1, "message": "\#(request.target) \#(key)"}"#
      return [.ok(Array(answer.utf8))]
    }
    session.environment["FLICKR_API_KEY"] = key
    session.environment["PHOTOMIRROR_FLICKR_ENDPOINT"] = site.url()
    // The second refusal makes the photo unavailable, which does not fail the run.
    for (mode, exitCode) in [("lines", 1), ("json", 0)] {
      let run = try await session.run("sync --verbose --progress \(mode) flickr:recent photos")
      #expect(run.exitCode.map(Int.init) == exitCode)
      #expect((run.output + run.errors).contains("api_key=[hidden]"))
      #expect(!(run.output + run.errors).contains("7391"), "\(run.output + run.errors)")
    }
    let status = try await session.run("status photos")
    #expect(status.output.contains("api_key=[hidden]") && !status.output.contains("7391"))
    let catalog = FileManager.default.contents(atPath: session.mirror().catalog) ?? Data()
    #expect(catalog.range(of: Data("7391".utf8)) == nil)
  }

  @Test("For a malformed key Flickr's message is shown, the key is not")
  func malformedKey() async throws {
    var session = try await Session()
    let key = "no&key+7391"
    session.environment["FLICKR_API_KEY"] = key
    let run = try await session.run("sync flickr:recent photos")
    run.expect(
      exits: 3,
      errors: """
        mirroring flickr:recent into photos, a new mirror
        photomirror: error: flickr says: Invalid API Key (Key has invalid format) (code 100)
        hint: check FLICKR_API_KEY; …
        """)
    for command in [
      "list flickr:recent", "sync --progress json flickr:recent photos",
      "sync --dry-run flickr:recent photos",
    ] {
      let run = try await session.run(command)
      #expect(run.exitCode == 3 && run.errors.contains("Invalid API Key"), "\(command)")
      #expect(!(run.output + run.errors).contains("7391"), "\(command)")
    }
    #expect(!run.errors.contains("7391") && !session.mirror().exists)
  }

  @Test("A key on the command line is refused; one in a file is used, not stored")
  func keyFile() async throws {
    var session = try await Session("--photos", "1")
    session.environment["FLICKR_API_KEY"] = .some(nil)
    let shown = try await session.run("sync --set flickr.key=7391 flickr:recent photos")
    #expect(shown.exitCode == 2 && !shown.errors.contains("7391"))
    let file = session.folder.appending("key")
    let key = "7391" + String(repeating: "a", count: 28)
    try Data("\(key)\n".utf8).write(to: URL(filePath: file))
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
    try await session.run("sync --progress none --set-file flickr.key=key flickr:recent photos")
      .expect(exits: 0)
    #expect(session.mirror().photos.count == 1)
    let catalog = session.mirror().bytes(".photomirror/catalog.sqlite")
    #expect(!catalog.isEmpty && catalog.firstRange(of: Data(key.utf8)) == nil)
  }

  @Test("A host that does not answer fails the run with its address")
  func unreachable() async throws {
    var session = try await Session()
    let closed = try ReservedPort()
    session.environment["PHOTOMIRROR_FLICKR_ENDPOINT"] = closed.address
    try await session.run("sync --attempts 1 flickr:recent photos").expect(
      exits: 3,
      errors: """
        mirroring flickr:recent into photos, a new mirror
        photomirror: error: \(closed.address): failed to connect to 127.0.0.1 …
        hint: run the same command again to resume; finished photos are not fetched again
        """)
  }

  @Test("An unknown host name is looked up again, and each failure is reported")
  func nameNotFound() async throws {
    var session = try await Session()
    session.environment["PHOTOMIRROR_FLICKR_ENDPOINT"] = "http://photos.invalid/rest"
    // Where the name server does not answer, the look-up ends before the limit for connecting (resolv.conf(5)).
    session.environment["RES_OPTIONS"] = "timeout:1 attempts:1"
    session.environment["LOCALDOMAIN"] = ""
    let run = try await session.run("sync --attempts 3 flickr:recent photos")
    let cause = "could not resolve host: photos.invalid"
    run.expect(
      exits: 3,
      errors: """
        mirroring flickr:recent into photos, a new mirror
        waiting   offline, next attempt in … s: photos.invalid: \(cause)
        waiting   offline, next attempt in … s: photos.invalid: \(cause)
        photomirror: error: http://photos.invalid/rest: \(cause)
        …
        """)
    #expect(!run.errors.contains("demo"))
  }
}
