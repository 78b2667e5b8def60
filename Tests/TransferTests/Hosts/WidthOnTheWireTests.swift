import Locking
import TestSupport
import Testing

@testable import Transfer

/// With real requests to servers that take their time on threads of their own.
@Suite("The width for a host")
struct WidthOnTheWireTests {
  /// How many requests were at the server at once, and what the engine said of widths.
  final class Watch: Sendable {
    private let counts = Locked((busy: 0, most: 0, last: 0))
    private let found = Locked(Int.max / 2)

    /// The width that the engine told last.
    var settled: Int { found.withLock { $0 } }
    var most: Int { counts.withLock(\.most) }
    var last: Int { counts.withLock(\.last) }

    /// Gives how many there are with this one.
    @discardableResult func enter() -> Int {
      counts.withLock {
        $0.busy += 1
        ($0.most, $0.last) = (max($0.most, $0.busy), $0.busy)
        return $0.busy
      }
    }

    func leave() { counts.withLock { $0.busy -= 1 } }

    func take(_ note: TransferNote) {
      if case .settled(_, let width) = note { found.withLock { $0 = width } }
    }
  }

  let watch = Watch()

  /// Asks until that is so, with more waiting than may run; false if it never is.
  func ask(_ server: WireServer, until isSo: @escaping @Sendable (Watch) -> Bool) async throws
    -> Bool
  {
    var configuration = TransferConfiguration()
    (configuration.width, configuration.widthPerHost) = (16, 16)
    configuration.hostLimits.base = .milliseconds(1)
    configuration.onNote = { [watch] note in watch.take(note) }
    let engine = try TransferEngine(configuration)
    let left = Locked(10_000)
    await withTaskGroup { group in
      for _ in 0..<40 {
        group.addTask { [watch] in
          while !isSo(watch),
            left.withLock({
              $0 -= 1
              return $0 > 0
            })
          {
            _ = try? await engine.answer(to: TransferRequest(url: server.url()))
          }
        }
      }
    }
    await engine.shutdown()
    return isSo(watch)
  }

  @Test(
    "grows to all that are allowed where a server is far, or leads to one",
    arguments: [false, true])
  func grows(isLed: Bool) async throws {
    let server = try WireServer { [watch] _ in
      watch.enter()
      return [.late(30), .call(watch.leave), .ok([1])]
    }
    let address = server.url()
    let door = try WireServer { _ in
      [.response("302 There", ["Location: \(address)", "Content-Length: 0"])]
    }
    #expect(try await ask(isLed ? door : server) { $0.most == 16 })
    #expect(watch.most == 16)
    // Between two hosts libcurl keeps fewer connections than it makes.
    #expect(isLed || server.connectionCount <= 16)
  }

  @Test("settles at what a server bears before it puts requests off")
  func borne() async throws {
    let server = try WireServer { [watch] _ in
      let isTooMuch = watch.enter() > 5
      let answer =
        isTooMuch ? .response("429 Slow", ["Content-Length: 0"]) : WireServer.Step.ok([1])
      return [.late(isTooMuch ? 0 : 10), .call(watch.leave), answer]
    }
    #expect(try await ask(server) { $0.settled == 5 })
    #expect(watch.most > 5)
  }
}
