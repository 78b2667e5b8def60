import Foundation
import TestSupport
import Testing

@testable import Mirroring

@Suite("The addresses of a check")
struct MonitorPingTests {
  private let run = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
  private let id = "rid=01020304-0506-0708-090a-0b0c0d0e0f10"

  @Test("The moment follows the path, and the run's id the query")
  func moments() throws {
    let ping = try #require(MonitorPing("https://hc-ping.com/key/"))
    #expect(ping.url(.start, run: run) == "https://hc-ping.com/key/start?\(id)")
    #expect(ping.url(.end(status: 0), run: run) == "https://hc-ping.com/key?\(id)")
    let slug = try #require(MonitorPing("http://h:8000/ping/k/name?create=1"))
    #expect(slug.url(.end(status: 130), run: run) == "http://h:8000/ping/k/name/130?create=1&\(id)")
  }

  @Test(
    "What is not a web address is refused",
    arguments: [
      "", "hc-ping.com/key", "ftp://h/", "https://", "file:///etc/passwd",
      "https://h/\(String(repeating: "a", count: 2048))",
    ])
  func invalid(address: String) { #expect(MonitorPing(address) == nil) }

  @Test("A server that closes the connection is a problem without the address")
  func unanswered() async throws {
    let server = try WireServer { _ in [.close] }
    let ping = try #require(MonitorPing(server.url("/secret-key")))
    let problem = try #require(await ping.send(.start, run: run, body: "text"))
    #expect(!problem.contains("secret-key") && problem.hasPrefix("failed: "))
    #expect(server.requests.first.map { String(decoding: $0.body, as: UTF8.self) } == "text")
  }
}
