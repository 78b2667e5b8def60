import Foundation
import TestSupport
import Testing

@Suite("Checks that hear of runs")
struct PingTests {
  private func session(_ lines: String) async throws -> Session {
    try await Session(
      configuration: lines + "\n[mirror.few]\nsource='flickr:recent'\ndirectory='~/few'\nlimit=2\n"
        + "[mirror.bad]\nsource='flickr:user/nobody'\ndirectory='~/bad'\n")
  }

  /// Path, query without the run's id, and body.
  private func pings(_ server: WireServer) -> [(target: String, body: String)] {
    server.requests.map {
      let target = $0.target.replacing(/rid=[0-9a-f-]{36}$/, with: "rid=ID")
      return ("\($0.method) \(target)", String(decoding: $0.body, as: UTF8.self))
    }
  }

  @Test("A check hears of the start and the end of a run, with the summary and the exit status")
  func hears() async throws {
    let server = try WireServer { _ in [.ok(Array("OK".utf8))] }
    let session = try await session("[sync]\nping='\(server.url("/secret-key/{name}?create=1"))'")
    try await session.run("sync few -q").expect(exits: 0, errors: "")
    let few = pings(server)
    #expect(
      few.map(\.target) == [
        "POST /secret-key/few/start?create=1&rid=ID", "POST /secret-key/few?create=1&rid=ID",
      ])
    #expect(few.last?.body.contains("\nmirrored 2 photos") == true, "\(few)")
    #expect(
      Set(server.requests.compactMap { $0.target.split(separator: "=").last }).count == 1)
    let bad = try await session.run("sync bad --verbose")
    #expect(bad.exitCode == 3)
    let last = try #require(pings(server).last)
    #expect(last.target == "POST /secret-key/bad/3?create=1&rid=ID")
    #expect(last.body.contains("User not found"))
    let shown = try await session.run("config show")
    for run in [bad, shown] { #expect(!(run.errors + run.output).contains("secret-key")) }
    let single = try await session.run("sync flickr:recent other --limit 1 -q")
    #expect(single.exitCode == 0 && pings(server).count == 4)
  }

  @Test(
    "A check that does not answer is a warning without its address, and the run succeeds",
    arguments: ["refused", "404", "redirect"])
  func failing(kind: String) async throws {
    let server = try WireServer { _ in
      switch kind {
      case "404": [.response("404 Not Found", ["Content-Length: 0"])]
      default: [.response("302 Found", ["Location: /elsewhere", "Content-Length: 0"])]
      }
    }
    let address = kind == "refused" ? "http://127.0.0.1:1/secret-key" : server.url("/secret-key")
    let session = try await session("")
    let path = session.folder.appending("ping")
    try Data((address + "\n").utf8).write(to: URL(filePath: path))
    chmod(path, 0o600)
    let file = session.folder.appending("config/photomirror/config.toml")
    let text = try String(contentsOfFile: file, encoding: .utf8)
    try Data(("[sync]\nping-file='~/ping'\n" + text).utf8).write(to: URL(filePath: file))
    let run = try await session.run("sync few --verbose")
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(
      run.errors.ranges(of: "warning: the ping of this mirror's check ").count == 2, "\(run.errors)"
    )
    #expect(!run.errors.contains("secret-key") && session.mirror("few").photos.count == 2)
    #expect(!server.requests.contains { $0.target.hasPrefix("/elsewhere") })
  }

  @Test("An address that is none is refused before the run, without being shown")
  func invalid() async throws {
    let session = try await session("[sync]\nping = 'hc-ping.com/secret-key'")
    for line in ["sync few", "config check"] {
      let run = try await session.run(line)
      #expect(run.exitCode == 2 || line == "config check" && run.exitCode == 1, "\(run.errors)")
      #expect((run.errors + run.output).contains("takes an address that begins with https://"))
      #expect(!(run.errors + run.output).contains("secret-key"))
    }
  }

  @Test("watch answers a monitor: unhealthy before the first success, then healthy, with metrics")
  func watch() async throws {
    let session = try await session("")
    let process = try session.start("watch bad few --every 1h --listen 0 --runs 2")
    let line = try #require(await process.line(containing: "listening on ", of: .errors))
    let address = String(try #require(line.firstMatch(of: /http:\/\/127\.0\.0\.1:\d+/)).0)
    _ = await process.line(containing: "mirrored 2 photos", of: .errors)
    var health = try await Curl.get(address + "/healthz", ["-i"]).text
    while health.contains("no run has ended yet") {
      health = try await Curl.get(address + "/healthz", ["-i"]).text
    }
    #expect(
      health.hasPrefix("HTTP/1.1 503 ") && health.contains("no run has succeeded"), "\(health)")
    let metrics = try await Curl.get(address + "/metrics", []).text
    #expect(metrics.contains("# TYPE photomirror_run_photos gauge\n"), "\(metrics)")
    #expect(metrics.contains("result=\"mirrored\"} 2\n"), "\(metrics)")
    let stranger = try await Curl.get(
      address + "/metrics", ["-i", "-H", "Host: evil.example"]
    ).text
    #expect(stranger.hasPrefix("HTTP/1.1 421 "), "\(stranger)")
    process.send(SIGINT)
    #expect(await process.end().status == .exited(130))
  }

  @Test("The sample for ntfy tells of new photos and failures, and of nothing else")
  func ntfy() async throws {
    let server = try WireServer { _ in [.ok(Array("{}".utf8))] }
    let sample = URL(filePath: #filePath)
      .appending(path: "../../../../samples/ntfy").standardizedFileURL.path
    let session = try await session("[sync]\non-end = '\(sample)'")
    try FileManager.default.createDirectory(
      atPath: session.folder.appending(".config/photomirror"), withIntermediateDirectories: true)
    try Data((server.url("/topic") + "\n").utf8)
      .write(to: URL(filePath: session.folder.appending(".config/photomirror/ntfy")))
    for line in ["sync few -q", "sync few -q", "sync bad -q"] { _ = try await session.run(line) }
    let messages = server.requests.map {
      "\($0.headers["title"] ?? "") \(String(decoding: $0.body, as: UTF8.self))"
    }
    try #require(messages.count == 2, "\(messages)")
    #expect(messages[0] == "few: 2 new mirrored 2, failed 0")
    #expect(messages[1].hasPrefix("bad: exit status 3 mirrored 0, failed 0: "), "\(messages)")
  }
}
