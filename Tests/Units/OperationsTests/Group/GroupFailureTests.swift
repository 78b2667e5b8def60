import Foundation
import Operations
import OperationsTesting
import Testing

@Suite("Failures and cancellation of a GroupOperation")
struct GroupFailureTests {
  @Test("A failing child cancels its siblings, and its error is the group's")
  func stops() async {
    let started = Gate()
    let sibling = AsyncOperation {
      started.open()
      try await Gate().pass()
    }
    let failing = AsyncOperation<Void> {
      try await started.pass()
      throw Broken(number: 2)
    }
    let waiting = AsyncOperation<Void> { Issue.record("the third ran") }
    let group = GroupOperation.parallel([sibling, failing, waiting], width: 2)
    await #expect(throws: Broken(number: 2)) { try await group.run() }
    #expect(sibling.settledOutcome?.isCancelled == true)
    #expect(waiting.settledOutcome?.isCancelled == true)
    #expect(waiting.isFinished)
  }

  @Test("After a failure no child starts that waited for a slot or depends on the failed one")
  func nothingBehindFailure() async throws {
    for number in 0..<1000 {
      let failing = AsyncOperation<Void> { throw Broken(number: number) }
      let next = AsyncOperation<Void> { Issue.record("the one that waited for the slot ran") }
      let dependent = AsyncOperation<Void> { Issue.record("the dependent ran") }
      dependent.addDependency(failing)
      let group = GroupOperation.parallel([failing, next], width: 1)
      try group.add(dependent)
      await #expect(throws: Broken(number: number)) { try await group.run() }
    }
  }

  @Test("After a failure a group over a sequence makes no child that waited for a slot")
  func nothingMadeBehindFailure() async {
    for number in 0..<1000 {
      let group = GroupOperation.forEach([true, false], width: 1) { isFirst in
        if !isFirst { Issue.record("the second was made") }
        return AsyncOperation<Void> { throw Broken(number: number) }
      }
      await #expect(throws: Broken(number: number)) { try await group.run() }
    }
  }

  @Test(
    "A slot that is freed by stopping a group starts no waiting child", arguments: [true, false])
  func slotOfStopped(byFailure: Bool) async throws {
    for number in 0..<50 {
      let (both, never) = (Gate(), Gate())
      let failing = AsyncOperation<Void> {
        try await both.pass()
        if byFailure { throw Broken(number: number) }
        try await never.pass()
      }
      let sibling = AsyncOperation<Void> {
        both.open()
        try await never.pass()
      }
      let waiting = (0..<300).map { _ in
        AsyncOperation<Void> { Issue.record("one that waited ran") }
      }
      let group = GroupOperation.parallel([failing, sibling] + waiting, width: 2)
      group.start()
      try await both.pass()
      if !byFailure { group.cancel() }
      let outcome = await group.outcome
      #expect(byFailure ? outcome.failure is Broken : outcome.isCancelled)
    }
  }

  @Test("A group that continues on failure collects all outcomes in the order of its children")
  func goesOn() async throws {
    let children = (0..<20).map { number in
      AsyncOperation<Int> {
        if number % 3 == 0 { throw Broken(number: number) }
        return number
      }
    }
    let group = GroupOperation.parallel(children, width: 4, policy: .continue)
    let outcomes = try await group.run()
    #expect(outcomes.map(\.value) == (0..<20).map { $0 % 3 == 0 ? nil : $0 })
    #expect(
      outcomes.compactMap { $0.failure as? Broken }.map(\.number) == [0, 3, 6, 9, 12, 15, 18])
    #expect(group.tally == GroupTally(succeeded: 13, failed: 7))
  }

  @Test("The error of a nested group's child is rethrown unchanged")
  func nested() async {
    let inner = GroupOperation.parallel([AsyncOperation<Int> { throw Broken(number: 5) }])
    await #expect(throws: Broken(number: 5)) {
      try await GroupOperation.parallel([inner]).run()
    }
  }

  @Test("Cancelling a group cancels the children that run and those that wait")
  func cancels() async {
    let started = Gate()
    let running = AsyncOperation {
      started.open()
      try await Gate().pass()
    }
    let waiting = AsyncOperation<Void> { Issue.record("the second ran") }
    let group = GroupOperation.sequence([running, waiting])
    group.start()
    try? await started.pass()
    group.cancel()
    #expect(await group.outcome.isCancelled)
    #expect(await running.outcome.isCancelled)
    #expect(await waiting.outcome.isCancelled)
  }

  @Test("A group that is cancelled before its start runs neither body nor children, and all finish")
  func cancelledEarly() async throws {
    let child = AsyncOperation<Void> { Issue.record("the child ran") }
    let group = GroupOperation<Int> { _ in
      Issue.record("the body ran")
      return 1
    }
    try group.add(child)
    group.cancel()
    group.start()
    #expect(await group.outcome.isCancelled)
    #expect(await child.outcome.isCancelled)
  }

  @Test("A group whose condition fails runs none of its children")
  func conditionFails() async throws {
    let child = AsyncOperation<Void> { Issue.record("the child ran") }
    let group = GroupOperation { _ in 1 }
    try group.add(child)
    group.require { throw Broken(number: 1) }
    await #expect(throws: Broken(number: 1)) { try await group.run() }
    #expect(await child.outcome.isCancelled)
  }
}
