import Locking
import Operations
import OperationsTesting
import Testing

/// Callbacks for an outcome that is decided already.
@Suite("Late callbacks for an outcome", .timeLimit(.minutes(15)))
struct LateOutcomeTests {
  private func operations() -> [AsyncOperation<Int>] {
    let cancelled = AsyncOperation { 1 }
    cancelled.cancel()
    return [AsyncOperation { 3 }, AsyncOperation { throw Broken() }, cancelled]
  }

  private let outcomes: [Outcome<Int>] = [.value(3), .failure(Broken()), .cancelled]

  @Test("A callback that is added after the end is called at once with the outcome")
  func afterEnd() async {
    let recorder = EventRecorder<Outcome<Int>>()
    for (number, operation) in operations().enumerated() {
      _ = try? await operation.run()
      operation.onOutcome { recorder.record($0) }
      #expect(recorder.events.count == number + 1)
    }
    #expect(recorder.events == outcomes)
  }

  @Test("A callback with an executor that is added after the end is called there")
  func onExecutor() async {
    let (executor, recorder) = (HeldExecutor(), EventRecorder<Outcome<Int>>())
    for (number, operation) in operations().enumerated() {
      _ = try? await operation.run()
      executor.close()
      operation.onOutcome(on: executor) { recorder.record($0) }
      #expect(recorder.events.count == number)
      executor.open()
      #expect(await holds(within: .seconds(20)) { recorder.events.count == number + 1 })
    }
    #expect(recorder.events == outcomes)
  }

  @Test("A callback that is added by one, or while one runs, is called once")
  func meanwhile() async {
    for (number, operation) in operations().enumerated() {
      let recorder = EventRecorder<Outcome<Int>>()
      operation.onOutcome { [unowned operation] _ in
        operation.onOutcome { recorder.record($0) }
      }
      operation.observe { [unowned operation] event in
        if case .finished = event { operation.onOutcome { recorder.record($0) } }
      }
      _ = try? await operation.run()
      #expect(recorder.events == [outcomes[number], outcomes[number]])
    }
  }

  @Test("Callbacks that are added while an operation ends are each called once")
  func race() async throws {
    try await stress(tasks: 4, rounds: 500) { _, _ in
      let (operation, called) = (AsyncOperation { 1 }, ConcurrencyGauge())
      operation.start()
      for _ in 0..<8 {
        operation.onOutcome { _ in called.enter() }
        await Task.yield()
      }
      _ = await operation.outcome
      let areCalled = await holds(within: .seconds(20)) { called.total == 8 }
      try #require(areCalled)
      #expect(called.total == 8)
    }
  }
}
