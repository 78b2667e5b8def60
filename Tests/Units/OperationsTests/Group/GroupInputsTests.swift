import Operations
import OperationsTesting
import Testing

@Suite("A group over a sequence")
struct GroupInputsTests {
  @Test("A group takes the next input when a slot is free, and keeps outcomes in input order")
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

  @Test("A group stops taking inputs when a child fails")
  func stops() async {
    let made = EventRecorder<Int>()
    let group = GroupOperation.forEach(0..<1_000_000, width: 2) { input in
      made.record(input)
      return AsyncOperation<Void> { if input == 10 { throw Broken(number: input) } }
    }
    await #expect(throws: Broken(number: 10)) { try await group.run() }
    #expect(made.events.count < 1_000_000)
  }

  @Test("A group that discards its outcomes counts them")
  func counts() async throws {
    let group = GroupOperation.forEach(0..<100, width: 8, policy: .continue) { input in
      AsyncOperation<Void> { if input % 10 == 0 { throw Broken() } }
    }
    #expect(try await group.run() == GroupTally(succeeded: 90, failed: 10))
  }

  @Test("An asynchronous sequence that fails fails the group after its children have ended")
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

  @Test("Children that are cancelled or settled from outside do not affect the other children")
  func disturbed() async throws {
    let group = GroupOperation.over(0..<2_000, width: 3, policy: .continue) { input in
      let child = AsyncOperation {
        await Task.yield()
        try Task.checkCancellation()
        return input
      }
      child.qualityOfService = input % 5 == 0 ? .utility : .default
      switch input % 4 {
      case 1: child.cancel()
      case 2: Task { child.cancel() }
      case 3: Task { child.settle(.value(-input)) }
      default: break
      }
      return child
    }
    let outcomes = try await group.run()
    #expect(outcomes.count == 2_000)
    for (input, outcome) in outcomes.enumerated() {
      switch input % 4 {
      case 0: #expect(outcome.value == input)
      case 1: #expect(outcome.isCancelled)
      case 2: #expect(outcome.isCancelled || outcome.value == input)
      default: #expect([-input, input].contains(outcome.value))
      }
    }
  }

  @Test("A child that is added to a group runs in its turn, however long the sequence")
  func fairness() async throws {
    let started = Gate()
    let group = GroupOperation.forEach(0..<Int.max, width: 1) { input in
      AsyncOperation { if input == 100 { started.open() } }
    }
    group.start()
    try await started.pass()
    let added = AsyncOperation {}
    try group.add(added)
    try await added.value
    group.cancel()
    #expect(await group.outcome.isCancelled)
  }

  @Test("Cancelling a suspended group over a sequence ends it")
  func cancelSuspended() async throws {
    let started = Gate()
    let group = GroupOperation.forEach(0..<Int.max, width: 2) { input in
      AsyncOperation { if input == 100 { started.open() } }
    }
    group.start()
    try await started.pass()
    let token = group.suspend()
    group.cancel()
    #expect(await group.outcome.isCancelled)
    token.resume()
  }

  @Test("An operation that a sequence gives twice fails the group")
  func twice() async {
    let never = Gate()
    let child = AsyncOperation { try await never.pass() }
    await #expect(throws: ChildRefused.isDuplicate) {
      try await GroupOperation.forEach(0..<2, width: 2) { _ in child }.run()
    }
    #expect(child.settledOutcome?.isCancelled == true)
  }

  @Test("Cancelling a group ends it, however long its sequence")
  func cancel() async {
    let started = Gate()
    let group = GroupOperation.forEach(0..<Int.max, width: 2) { input in
      AsyncOperation { if input == 100 { started.open() } }
    }
    group.start()
    try? await started.pass()
    group.cancel()
    #expect(await group.outcome.isCancelled)
  }
}
