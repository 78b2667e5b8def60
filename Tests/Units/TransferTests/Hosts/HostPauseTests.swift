import Locking
import TestSupport
import Testing

@testable import Transfer

/// With real requests and the shortest possible pauses.
@Suite("Hosts that fail or push back")
struct HostPauseTests {
  /// The events of the engine.
  final class Notes: Sendable {
    let notes = Locked<[TransferNote]>([])

    var pauses: Int {
      count {
        switch $0 {
        case .paused, .offline: true
        default: false
        }
      }
    }
    var givenUp: Int { count { if case .gaveUp = $0 { true } else { false } } }

    private func count(_ isOne: (TransferNote) -> Bool) -> Int {
      notes.withLock { $0.count(where: isOne) }
    }
  }

  let notes = Notes()

  func engine(width: Int = 4, _ change: (inout HostLimits) -> Void) throws -> TransferEngine {
    var configuration = TransferConfiguration()
    (configuration.width, configuration.widthPerHost) = (width, width)
    configuration.hostLimits.base = .milliseconds(2)
    change(&configuration.hostLimits)
    configuration.onNote = { [notes] note in notes.notes.withLock { $0.append(note) } }
    return try TransferEngine(configuration)
  }

  func failures(_ engine: TransferEngine, _ url: String, count: Int) async -> [TransferError.Kind] {
    await withTaskGroup { group in
      for _ in 0..<count {
        group.addTask {
          await failure { try await engine.answer(to: TransferRequest(url: url)) }?.kind
        }
      }
      return await group.reduce(into: []) { if let kind = $1 { $0.append(kind) } }
    }
  }

  @Test("A dead host costs a limited number of attempts, however many transfers wait")
  func dead() async throws {
    let server = try WireServer { _ in [.close] }
    let engine = try engine { ($0.failures, $0.probes) = (4, 3) }
    let kinds = await failures(engine, server.url(), count: 200)
    #expect(kinds.count == 200)
    // libcurl itself repeats a request if a new connection ends without a response.
    #expect(server.requests.count <= 2 * (4 + 3 + 3))
    #expect(kinds.count { $0 == .hostDown } >= 190)
    #expect(notes.givenUp == 1 && notes.pauses == 3)
    let last = await failure { try await engine.answer(to: TransferRequest(url: server.url())) }
    #expect(last?.kind == .hostDown && last?.isTransient == false)
    #expect(last?.message.contains("127.0.0.1") == true)
  }

  @Test("A dead host does not delay others")
  func others() async throws {
    let dead = try WireServer { _ in [.close] }
    let alive = try WireServer { _ in [.ok([1])] }
    let engine = try engine { ($0.failures, $0.base) = (1, .seconds(3600)) }
    let waiting = Task { [self] in await failures(engine, dead.url(), count: 3) }
    for _ in 0..<3 {
      #expect(try await engine.answer(to: TransferRequest(url: alive.url())).status == 200)
    }
    waiting.cancel()
    #expect(await waiting.value.count == 3)
  }

  @Test("A host that was given up is remembered, however many others were asked since")
  func remembered() async throws {
    let dead = try WireServer { _ in [.close] }
    let alive = try WireServer { _ in [.ok([1])] }
    let engine = try engine(width: 16) { ($0.failures, $0.probes) = (4, 3) }
    _ = await failures(engine, dead.url(), count: 200)
    #expect(notes.givenUp == 1)
    let asked = dead.requests.count
    try await withThrowingTaskGroup(of: Void.self) { group in
      for host in 0..<EngineLoop.mostSound + 16 {
        if host >= 16 { try await group.next() }
        group.addTask {
          let url = "http://\(host).localhost:\(alive.port)/"
          _ = try await engine.answer(to: TransferRequest(url: url))
        }
      }
      try await group.waitForAll()
    }
    #expect(await failures(engine, dead.url(), count: 1) == [.hostDown])
    #expect(dead.requests.count == asked)
  }

  @Test("A host that pushes requests back gets requests again after a pause")
  func pushesBack() async throws {
    let answered = Locked(0)
    let server = try WireServer { _ in
      let number = answered.withLock { count in
        count += 1
        return count
      }
      return number <= 4 ? [.response("503 Busy", ["Content-Length: 0"])] : [.ok([1])]
    }
    let engine = try engine { _ in }
    await withTaskGroup { group in
      for _ in 0..<20 {
        group.addTask {
          _ = try? await engine.answer(to: TransferRequest(url: server.url()))
        }
      }
    }
    #expect(server.requests.count == 20)
    #expect((1...4).contains(notes.pauses) && notes.givenUp == 0)
  }

  @Test("A host that has no request left by X-RateLimit gets none before the end of its period")
  func spent() async throws {
    let server = try WireServer { _ in
      [.ok([1], ["X-RateLimit-Remaining: 0", "X-RateLimit-Reset: 3600"])]
    }
    let engine = try engine { _ in }
    #expect(try await engine.answer(to: TransferRequest(url: server.url())).status == 200)
    let task = Task { try await engine.answer(to: TransferRequest(url: server.url())) }
    task.cancel()
    #expect(await failure { try await task.value }?.kind == .cancelled)
    #expect(server.requests.count == 1)
    #expect(notes.pauses == 1)
    await engine.shutdown()
  }

  @Test("A host that requests a pause of an hour gets no request, and the wait can be cancelled")
  func cancelledInPause() async throws {
    let server = try WireServer { _ in
      [.response("429 Slow", ["Content-Length: 0", "Retry-After: 3600"])]
    }
    let engine = try engine { _ in }
    let first = try await engine.answer(to: TransferRequest(url: server.url()))
    #expect(first.failure?.retryAfter == .seconds(600))
    let task = Task { try await engine.answer(to: TransferRequest(url: server.url())) }
    task.cancel()
    #expect(await failure { try await task.value }?.kind == .cancelled)
    #expect(server.requests.count == 1)
    await engine.shutdown()
  }
}
