import TestSupport
import Testing

@testable import Transfer

/// On a persistent connection, only the order assigns responses to requests (RFC 9112 9.3).
@Suite("Unsolicited responses")
struct UnsolicitedAnswerTests {
  private static let (first, second) = (photo(20_000), photo(20_000, seed: 2))
  private static let foreign = photo(20_000, seed: 3)

  @Test("An unsolicited response on a kept connection is not taken for the next one")
  func dropped() async throws {
    let bench = try DownloadBench()
    let (isRead, isSent) = (Latch(), Latch())
    let server = try WireServer { request in
      request.target == "/first.jpg"
        ? [.ok(Self.first), .hold(isRead), .ok(Self.foreign), .open(isSent)] : [.ok(Self.second)]
    }
    _ = try await bench.engine.download(bench.request(server, "/first.jpg"))
    #expect(bench.part == Self.first)
    isRead.open()
    await isSent.wait()
    _ = try await bench.engine.download(bench.request(server, "/second.jpg"))
    #expect(bench.part == Self.second)
    #expect(server.connectionCount == 2)
    // No connection to such a host is used twice.
    _ = try await bench.engine.download(bench.request(server, "/third.jpg"))
    #expect(bench.part == Self.second && server.connectionCount == 3)
  }

  @Test("Downloads over a connection are suspect once it has bytes that no request asked for")
  func suspect() async throws {
    let bench = try DownloadBench()
    let (isRead, isSent) = (Latch(), Latch())
    // The race: bytes that nothing asked for arrive after the check, and are taken for the second answer.
    let server = try WireServer { request in
      switch request.target {
      case "/second.jpg": [.ok(Self.foreign), .hold(isRead), .ok(Self.second), .open(isSent)]
      default: [.ok(Self.first)]
      }
    }
    let first = try await bench.engine.download(bench.request(server, "/first.jpg"))
    let second = try await bench.engine.download(bench.request(server, "/second.jpg"))
    #expect(bench.part == Self.foreign)
    // The first answer of a connection cannot be that of another request.
    #expect(first.exchange?.connection == nil && second.exchange?.connection?.isBroken == false)
    isRead.open()
    await isSent.wait()
    let third = try await bench.engine.download(bench.request(server, "/third.jpg"))
    #expect(second.exchange?.connection?.isBroken == true && third.exchange?.connection == nil)
  }

  @Test("The rest of a body that is not wanted makes no connection suspect")
  func unwanted() async throws {
    let bench = try DownloadBench()
    let page = [UInt8](repeating: 60, count: 1 << 20)
    let server = try WireServer { request in
      [.ok(request.target == "/page" ? page : Self.first)]
    }
    _ = try await bench.engine.download(bench.request(server, "/first.jpg"))
    let second = try await bench.engine.download(bench.request(server, "/second.jpg"))
    await #expect(throws: TransferError.self) {
      var request = bench.request(server, "/page")
      request.refusing = { _, _ in "a page" }
      _ = try await bench.engine.download(request)
    }
    for name in ["/third.jpg", "/fourth.jpg"] {
      _ = try await bench.engine.download(bench.request(server, name))
    }
    #expect(second.exchange?.connection?.isBroken == false && server.connectionCount == 2)
  }

  @Test("An unsolicited response on a kept connection does not spoil answers")
  func answers() async throws {
    let engine = try TransferEngine()
    let (isRead, isSent) = (Latch(), Latch())
    let server = try WireServer { request in
      request.target == "/1"
        ? [.ok([1]), .hold(isRead), .ok([0]), .open(isSent)] : [.ok([2])]
    }
    let one = try await engine.answer(to: TransferRequest(url: server.url("/1")))
    isRead.open()
    await isSent.wait()
    let two = try await engine.answer(to: TransferRequest(url: server.url("/2")))
    #expect(one.body == [1] && two.body == [2])
  }

  @Test("A request for a new connection does not reuse a kept one")
  func newConnection() async throws {
    let bench = try DownloadBench()
    let server = try WireServer { _ in [.ok(Self.first)] }
    for _ in 0..<3 { _ = try await bench.download(server) }
    #expect(server.connectionCount == 1)
    _ = try await bench.download(server) { $0.wantsNewConnection = true }
    #expect(server.connectionCount == 2 && server.requests.count == 4)
  }
}
