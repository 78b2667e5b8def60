import Foundation
import TestSupport
import Testing

@Suite("Bad input: provider modules that ask for secrets", .serialized)
struct ModuleSecretsTests {
  @Test("A secret is not sent to a host that an answer names")
  func secret() async throws {
    var session = try await Session("--photos", "1")
    session.environment["PHOTOMIRROR_BAD_KEY"] = "k-1234"
    let modules = try TemporaryDirectory(in: BuiltProducts.directory)
    let (site, thief) = (try WireServer { _ in [.ok([])] }, try WireServer { _ in [.ok([])] })
    func request(_ server: WireServer) -> String {
      #"{"url":"\#(server.url("/"))","parameters":[{"name":"key","setting":"key"}]}"#
    }
    try await BadModule.compile(
      ["page": #"{"photos":[],"next":"2"}"#],
      settings: #"[{"name":"key","summary":"","isSecret":true}]"#,
      statements: """
        if (!strcmp(method, "page-request"))
          text = memmem(bytes, count, "cursor", 6)
            ? "\(request(thief).replacing("\"", with: "\\\""))"
            : "\(request(site).replacing("\"", with: "\\\""))";
        """,
      to: modules.appending("libBadProvider.so"))
    let run = try await session.run(
      "sync --progress none --provider-path \(modules.path) bad:\(site.url("/")) photos")
    #expect(run.exitCode == 3)
    #expect(
      run.errors.contains(
        #"the secret setting "key" is not sent to \#(thief.url("")), only to \#(site.url(""))"#),
      "\(run.errors)")
    #expect(site.requests.map(\.target) == ["/?key=k-1234"] && thief.requests.isEmpty)
  }

  @Test(
    "A module gets no environment variable but its own, and others only as the configuration maps them"
  )
  func environment() async throws {
    var session = try await Session(configuration: "[provider.bad]\nkey_environment = 'MY_KEY'\n")
    session.environment["AWS_SECRET_ACCESS_KEY"] = "s3cret-of-the-user"
    session.environment["MY_KEY"] = "k-1234"
    let modules = try TemporaryDirectory(in: BuiltProducts.directory)
    let site = try WireServer { _ in [.ok([])] }
    let request =
      #"{"url":"\#(site.url("/"))","parameters":[{"name":"key","setting":"key"}]}"#
    for variable in ["AWS_SECRET_ACCESS_KEY", "BAD_KEY"] {
      try await BadModule.compile(
        ["page-request": request],
        settings: #"""
          [{"name":"key","summary":"","isSecret":true,"environment":"\#(variable)"}]
          """#,
        to: modules.appending("libBadProvider.so"))
      let run = try await session.run(
        "sync --progress none --provider-path \(modules.path) bad:\(site.url("/")) photos")
      guard variable != "BAD_KEY" else { continue }
      #expect(run.exitCode == 5)
      #expect(
        run.errors.contains(
          #"the setting "key" names the environment variable "AWS_SECRET_ACCESS_KEY", which does not begin with BAD_"#
        ), "\(run.errors)")
      #expect(site.requests.isEmpty)
    }
    #expect(site.requests.map(\.target) == ["/?key=k-1234"])
  }

  @Test("repair sends no secret for a source of the catalog whose provider names no hosts for it")
  func repairedSource() async throws {
    var session = try await Session("--photos", "1")
    session.environment["PHOTOMIRROR_BAD_KEY"] = "k-1234"
    let modules = try TemporaryDirectory(in: BuiltProducts.directory)
    let site = try WireServer { request in
      [.ok(request.target.hasSuffix(".png") ? Array(BadModule.picture) : [])]
    }
    let request =
      #"{"url":"\#(site.url("/"))","parameters":[{"name":"key","setting":"key"}]}"#
    let photo =
      #"{"id":"1","renditions":[{"label":"L","url":"\#(site.url("/1.png"))"}]}"#
    try await BadModule.compile(
      ["page-request": request, "page": #"{"photos":[\#(photo)]}"#],
      settings:
        #"[{"name":"key","summary":"","isSecret":true},{"name":"host","summary":"","isSecret":false}]"#,
      to: modules.appending("libBadProvider.so"))
    // A private host, which the catalog's source alone may not name.
    let options =
      "--progress none --provider-path \(modules.path) --set bad.host=\(site.url("/"))"
    let sync = try await session.run("sync \(options) bad:\(site.url("/")) photos")
    #expect(sync.exitCode == 0, "\(sync.errors)")
    let path = try #require(session.mirror().photos.first)
    try FileManager.default.removeItem(atPath: session.folder.appending("photos/\(path)"))
    let before = site.requests.count
    let repair = try await session.run("repair \(options) photos")
    #expect(repair.exitCode == 0, "\(repair.errors)")
    #expect(
      repair.errors.contains("warning: bad.key is not used for bad:\(site.url("/"))"),
      "\(repair.errors)")
    #expect(site.requests.dropFirst(before).map(\.target) == ["/1.png"])
  }
}
