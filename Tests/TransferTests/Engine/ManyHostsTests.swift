import TestSupport
import Testing

@testable import Transfer

@Suite("Connections to many hosts")
struct ManyHostsTests {
  /// How many connections are opened for two requests each to so many hosts, one after another.
  private func connections(
    toHosts count: Int, through proxy: (WireServer) -> [String: String] = { _ in [:] }
  ) async throws -> Int {
    let server = try WireServer { _ in [.ok([7])] }
    var configuration = TransferConfiguration()
    configuration.proxies = try Proxies(environment: proxy(server))
    let engine = try TransferEngine(configuration)
    for host in 0..<count {
      for _ in 0..<2 {
        let url = "http://\(host).localhost:\(server.port)/"
        #expect(try await engine.answer(to: TransferRequest(url: url)).body == [7])
      }
    }
    return server.connectionCount
  }

  @Test("Connections to a few hosts are kept")
  func few() async throws {
    #expect(try await connections(toHosts: 64) == 64)
  }

  @Test("Of many hosts no connection is kept after the last request")
  func many() async throws {
    #expect(try await connections(toHosts: 74) == 64 + 2 * 10)
  }

  @Test("A connection to a proxy is kept for many hosts")
  func proxy() async throws {
    #expect(try await connections(toHosts: 74) { ["http_proxy": $0.url()] } == 1)
  }
}
