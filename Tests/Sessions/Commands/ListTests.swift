import Foundation
import TestSupport
import Testing

@Suite("The command list", .serialized)
struct ListTests {
  @Test("list prints each photo as a JSON object with its metadata, and downloads nothing")
  func lines() async throws {
    let session = try await Session("--photos", "130", "--pictures", "1")
    let run = try await session.run("list flickr:recent")
    #expect(run.exitCode == 0 && run.errors.isEmpty)
    let photos = try run.lines(of: ListedPhoto.self)
    #expect(photos.count == 100 && Set(photos.map(\.id)).count == 100)
    #expect(photos.allSatisfy { $0.sizes.contains { $0.url.hasPrefix("http://127.0.0.1:") } })
    let line = try #require(run.output.split(separator: "\n").first)
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    #expect(
      Set(object.keys) == [
        "id", "owner", "owner_name", "title", "taken_at", "uploaded_at", "page_url", "license",
        "tags", "sizes",
      ])
    #expect(try await session.server.stats().imageRequests == 0)
    #expect(try await session.run("list --limit 120 flickr:recent").output.count(of: "\n") == 120)
  }

  @Test("list --verbose reports each request on standard error, without the key")
  func verbose() async throws {
    var session = try await Session("--photos", "3")
    let key = String(repeating: "7391", count: 8)
    session.environment["FLICKR_API_KEY"] = key
    let run = try await session.run("list --verbose flickr:recent")
    run.expect(
      exits: 0,
      output: """
        {…}
        {…}
        {…}
        """,
      errors: """
        note      sandbox: provider modules run in processes that can only compute
        note      sandbox: this process can write no file…
        note      GET http://127.0.0.1:…
        note      … (HTTP/1.1)…
        """)
    #expect(!run.errors.contains(key) && !run.output.contains(key))
    let dry = try await session.run("sync --dry-run --verbose flickr:recent photos")
    #expect(dry.exitCode == 0 && dry.errors.contains("\nnote      GET http://127.0.0.1:"))
  }

  @Test("list reports that it waits for a listing")
  func waiting() async throws {
    let session = try await Session("--photos", "3", "--faults", "105=1")
    let process = try session.start("list flickr:recent")
    let line = try #require(await process.line(containing: "again in", of: .errors))
    #expect(line.hasPrefix("waiting   the listing: flickr says: Service currently unavailable"))
    process.send(SIGINT)
    let run = await process.end()
    #expect(run.status == .exited(130), "\(run.status): \(run.errors)")
    #expect(run.errors.hasSuffix("\nlisted 0 photos\ninterrupted\n"), "\(run.errors)")
  }

  /// A feed without entries.
  private let feed = #"{"version":"https://jsonfeed.org/version/1.1","items":[]}"#

  @Test("list --contact adds the user's address to the requests")
  func contact() async throws {
    let session = try await Session()
    let site = try WireServer { [feed] _ in [.ok(Array(feed.utf8))] }
    try await session.run("list --contact ada@example.org jsonfeed:\(site.url())").expect(exits: 0)
    let agent = site.requests.first?.headers["user-agent"]
    #expect(agent?.hasSuffix(" (ada@example.org)") == true, "\(agent ?? "")")
  }

  @Test("A server's certificate is trusted only if its authority is given")
  func authority() async throws {
    let session = try await Session()
    try Data(feed.utf8).write(to: URL(filePath: session.folder.appending("feed.json")))
    let openssl = { (line: String) in
      try RunningProcess(
        "/usr/bin/openssl", line.split(separator: " ").map(String.init),
        workingDirectory: session.folder.path)
    }
    let making = try await openssl(
      "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=test"
        + " -addext subjectAltName=IP:127.0.0.1 -days 2 -keyout key.pem -out own.pem"
    ).end()
    #expect(making.exitCode == 0, "\(making.errors)")
    let server = try openssl("s_server -accept 127.0.0.1:0 -WWW -key key.pem -cert own.pem")
    let address = try #require(await server.line(containing: "ACCEPT ")?.split(separator: " ").last)
    let source = "jsonfeed:https://\(address)/feed.json"
    try await session.run("list --ca-file own.pem \(source)").expect(exits: 0)
    #expect(try await session.run("list \(source)").exitCode == 3)
    try await session.run("list --ca-file none.pem \(source)").expect(
      exits: 2,
      errors: """
        photomirror: error: --ca-file: cannot read none.pem: No such file or directory
        hint: see 'photomirror list --help'
        """)
    server.send(SIGTERM)
  }

  @Test("A reader that closes the pipe early causes no error")
  func head() async throws {
    let session = try await Session("--photos", "400", "--pictures", "1")
    let run = try await CommandRun.run(
      "/bin/sh",
      [
        "-c", "{ \"$0\" list --limit 400 flickr:recent; echo \"exit $?\" >&2; } | head -n 1",
        BuiltProducts.path("photomirror"),
      ], environment: session.environment)
    run.expect(exits: 0, output: "{…}", errors: "exit 0")
  }

  @Test(
    "A source that the site does not have is reported with the site's message",
    arguments: [
      ("flickr:album/1", "flickr says: Photoset not found (code 1)"),
      ("flickr:user/99999999@N99", "flickr says: User not found (code 1)"),
    ])
  func noFeed(source: String, message: String) async throws {
    let session = try await Session()
    try await session.run("list \(source)").expect(
      exits: 3,
      errors: """
        photomirror: error: \(message)
        …
        """)
  }
}
