import Operations
import OperationsTesting
import Testing

@Suite("A group over a sequence")
struct GroupInputsTests {
  @Test("it pulls the next input when a slot is free, and keeps outcomes in input order")
  func window() async throws {
    let made = ConcurrencyGauge()
    let group = GroupOperation.over(0..<500, width: 4) { input in
      made.enter()
      return AsyncOperation {
        await Task.yield()
        made.leave()
        return input * 2
      }
    }
    #expect(try await group.run().map(\.value) == (0..<500).map { $0 * 2 })
    #expect(made.peak <= 4)
  }

  @Test("it stops pulling when a child fails")
  func stops() async {
    let made = EventRecorder<Int>()
    let group = GroupOperation.forEach(0..<1_000_000, width: 2) { input in
      made.record(input)
      return AsyncOperation<Void> { if input == 10 { throw Broken(number: input) } }
    }
    await #expect(throws: Broken(number: 10)) { try await group.run() }
    #expect(made.events.count < 1_000_000)
  }

  @Test("it counts what it does not keep")
  func counts() async throws {
    let group = GroupOperation.forEach(0..<100, width: 8, policy: .continue) { input in
      AsyncOperation<Void> { if input % 10 == 0 { throw Broken() } }
    }
    #expect(try await group.run() == GroupTally(succeeded: 90, failed: 10))
  }

  @Test("an asynchronous sequence that fails fails the group, after its children")
  func failingInputs() async {
    let child = AsyncOperation {}
    let inputs = AsyncThrowingStream<AsyncOperation<Void>, any Error> { continuation in
      continuation.yield(child)
      continuation.finish(throwing: Broken(number: 6))
    }
    await #expect(throws: Broken(number: 6)) {
      try await GroupOperation.forEach(inputs, width: 2, policy: .continue) { $0 }.run()
    }
    #expect(child.settledOutcome?.value != nil)
  }

  @Test("cancelling it ends it, however long the sequence")
  func cancel() async {
    let started = Gate()
    let group = GroupOperation.forEach(0..<Int.max, width: 2) { input in
      AsyncOperation { if input == 100 { started.open() } }
    }
    group.start()
    try? await started.pass()
    group.cancel()
    #expect(await group.outcome().isCancelled)
  }
}
