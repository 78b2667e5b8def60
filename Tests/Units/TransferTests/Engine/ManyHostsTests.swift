import TestSupport
import Testing

@testable import Transfer

@Suite("Connections to many hosts")
struct ManyHostsTests {
  /// How many connections are opened for two files or calls each of so many hosts, one after another.
  private func connections(
    toHosts count: Int, areFiles: Bool = true,
    through proxy: (WireServer) -> [String: String] = { _ in [:] }
  ) async throws -> Int {
    let server = try WireServer { _ in [.ok([7])] }
    let proxies = try Proxies(environment: proxy(server))
    let bench = try DownloadBench { $0.proxies = proxies }
    for host in 0..<count {
      for number in 0..<2 {
        let url = "http://\(host).localhost:\(server.port)/"
        if areFiles {
          let path = bench.folder.appending("\(host)-\(number).part")
          let request = DownloadRequest(url: url, partPath: path)
          #expect(try await bench.engine.download(request).byteCount == 1)
        } else {
          #expect(try await bench.engine.answer(to: TransferRequest(url: url)).body == [7])
        }
      }
    }
    return server.connectionCount
  }

  @Test("Connections to a few hosts are kept")
  func few() async throws {
    #expect(try await connections(toHosts: 64) == 64)
  }

  @Test("Of many hosts no connection is kept after the last file")
  func many() async throws {
    #expect(try await connections(toHosts: 74) == 64 + 2 * 10)
  }

  @Test("Connections of calls are kept, because the next page is asked for soon")
  func calls() async throws {
    #expect(try await connections(toHosts: 74, areFiles: false) == 74)
  }

  @Test("A connection to a proxy is kept for many hosts")
  func proxy() async throws {
    #expect(try await connections(toHosts: 74) { ["http_proxy": $0.url()] } == 1)
  }
}
