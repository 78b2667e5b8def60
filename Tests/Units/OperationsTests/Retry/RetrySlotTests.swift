import Operations
import OperationsTesting
import Testing

/// The slots that a retry gives up while it waits, and how it gets its own back.
@Suite("Slots of a retry", .timeLimit(.minutes(15)))
struct RetrySlotTests {
  private let clock = ManualClock()

  private func retry(_ body: @escaping @Sendable () -> Void = {}) -> RetryOperation<Int> {
    let policy = RetryPolicy(attempts: 2, backoff: .constant(.seconds(1)), clock: clock)
    return RetryOperation(policy) { attempt in
      AsyncOperation {
        if attempt == 1 { throw Broken() }
        body()
        return attempt
      }
    }
  }

  @Test("While a retry waits in a nested group, the slot of the group around stays taken")
  func around() async throws {
    let (recorder, gate) = (EventRecorder<String>(), Gate())
    let group = GroupOperation<Void>(width: 2) { group in
      try group.add(
        GroupOperation<Void>(width: 2) { inner in
          try inner.add(retry { recorder.record("retry") })
          try inner.add(retry { recorder.record("retry") })
          // Gets the slot that a retry gives up.
          try inner.add(AsyncOperation { recorder.record("inner") })
        })
      try group.add(AsyncOperation { try await gate.pass() })
      try group.add(AsyncOperation { recorder.record("outer") })
    }
    group.start()
    await clock.sleepers(2)
    await recorder.waitForEvents(1)
    for _ in 0..<1_000 { await Task.yield() }
    #expect(recorder.events == ["inner"])
    clock.advance(by: .seconds(1))
    await recorder.waitForEvents(4)
    #expect(recorder.events == ["inner", "retry", "retry", "outer"])
    gate.open()
    await expectEnd(of: group)
  }

  @Test("A retry takes its slot again behind those that wait in line")
  func inLine() async throws {
    let (recorder, gates) = (EventRecorder<String>(), [Gate(), Gate()])
    let group = GroupOperation<Void>(width: 2) { group in
      try group.add(retry { recorder.record("retry") })
      for gate in gates {
        try group.add(
          AsyncOperation {
            recorder.record("holder")
            try await gate.pass()
          })
      }
      try group.add(AsyncOperation { recorder.record("next") })
    }
    group.start()
    await clock.sleepers(1)
    await recorder.waitForEvents(2)
    clock.advance(by: .seconds(1))
    for _ in 0..<1_000 { await Task.yield() }
    #expect(recorder.events == ["holder", "holder"])
    gates[0].open()
    await recorder.waitForEvents(4)
    #expect(recorder.events == ["holder", "holder", "next", "retry"])
    gates[1].open()
    await expectEnd(of: group)
  }
}
