import Foundation
import Operations
import OperationsTesting
import Testing

@Suite("GroupOperation")
struct GroupOperationTests {
  @Test("An empty group succeeds")
  func empty() async throws {
    #expect(try await GroupOperation { _ in 3 }.run() == 3)
    #expect(try await GroupOperation.parallel([AsyncOperation<Int>]()).run().isEmpty)
  }

  @Test("A group finishes after all its children, including those added while it ran")
  func finishesLast() async throws {
    let gate = Gate()
    let child = AsyncOperation { try await gate.pass() }
    let late = AsyncOperation {}
    let group = GroupOperation<Int> { group in
      try group.add(child)
      return 1
    }
    group.start()
    while child.phase == .pending { await Task.yield() }
    #expect(!group.isFinished)
    try group.add(late)
    gate.open()
    #expect(try await group.value == 1)
    #expect(child.isFinished && late.isFinished)
    #expect(throws: ChildRefused.self) { try group.add(AsyncOperation {}) }
  }

  @Test(
    "An observer may add children when a group is about to finish, and the group waits for them")
  func addedAtTheEnd() async throws {
    let recorder = EventRecorder<String>()
    let group = GroupOperation { _ in 1 }
    group.observe { [unowned group] event in
      switch event {
      case .willFinish: try? group.add(AsyncOperation { recorder.record("child") })
      case .finished: recorder.record("finished")
      default: break
      }
    }
    #expect(try await group.run() == 1)
    #expect(recorder.events == ["child", "finished"])
  }

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

  @Test("A group refuses itself and a child it already has, and waits for one that is running")
  func oddChildren() async throws {
    let gate = Gate()
    let child = AsyncOperation { try await gate.pass() }
    child.start()
    let group = GroupOperation<Int> { group in
      #expect(throws: ChildRefused.self) { try group.add(group) }
      try group.add(child)
      #expect(throws: ChildRefused.self) { try group.add(child) }
      await #expect(throws: ChildRefused.self) { try await group.run(group) }
      gate.open()
      return 1
    }
    #expect(try await group.run() == 1)
    #expect(child.isFinished)
  }

  @Test("A sequential group runs one child at a time, in order")
  func sequence() async throws {
    let recorder = EventRecorder<Int>()
    let gauge = ConcurrencyGauge()
    let children = (0..<100).map { number in
      AsyncOperation {
        await gauge.measure { await Task.yield() }
        recorder.record(number)
      }
    }
    _ = try await GroupOperation.sequence(children).run()
    #expect(recorder.events == Array(0..<100))
    #expect(gauge.peak == 1)
  }

  @Test("A decider gets the outcome of the last child and makes the next")
  func decider() async throws {
    let outcomes = try await GroupOperation.sequence { (last: Outcome<Int>?) in
      switch last {
      case nil: AsyncOperation { throw Broken(number: 1) }
      case .failure: AsyncOperation { 2 }
      case .value(let value) where value < 4: AsyncOperation { value + 1 }
      default: nil
      }
    }.run()
    #expect(outcomes.map(\.value) == [nil, 2, 3, 4])
  }

  @Test("A group's body passes results on and handles errors with plain await")
  func body() async throws {
    let group = GroupOperation<Int> { group in
      let first = try await group.run(AsyncOperation { 20 })
      let second =
        (try? await group.run(AsyncOperation<Int> { throw Broken() }))
        ?? 1
      return first + second
    }
    #expect(try await group.run() == 21)
  }

  @Test("Plain operations can be children, with dependencies in both directions")
  func plainChildren() async throws {
    let recorder = EventRecorder<String>()
    let group = GroupOperation(width: 3) { group in
      let first = BlockOperation { recorder.record("plain") }
      let second = AsyncOperation { recorder.record("async") }
      let third = BlockOperation { recorder.record("last") }
      second.addDependency(first)
      third.addDependency(second)
      for child in [third, second, first] as [Operation] { try group.add(child) }
    }
    try await group.run()
    #expect(recorder.events == ["plain", "async", "last"])
  }

  @Test("Children wait for dependencies outside the group without holding a slot")
  func outsideDependency() async throws {
    let outside = AsyncOperation {}
    let dependent = AsyncOperation { 1 }
    dependent.addDependency(outside)
    let free = AsyncOperation { 2 }
    let group = GroupOperation.parallel([dependent, free], width: 1)
    group.start()
    #expect(try await free.value == 2)
    #expect(dependent.phase == .pending)
    outside.start()
    #expect(try await group.value.map(\.value) == [1, 2])
  }

  @Test("A dependency that is added when another is about to finish is waited for")
  func lateDependency() async throws {
    let recorder = EventRecorder<String>()
    let gate = Gate()
    let first = AsyncOperation { recorder.record("first") }
    let late = AsyncOperation {
      try await gate.pass()
      recorder.record("late")
    }
    let last = AsyncOperation { recorder.record("last") }
    last.addDependency(first)
    let group = GroupOperation.parallel([last, first])
    first.observe { event in
      guard case .willFinish = event else { return }
      last.addDependency(late)
      try? group.add(late)
    }
    group.start()
    _ = await first.outcome
    for _ in 0..<100 { await Task.yield() }
    gate.open()
    _ = try await group.value
    #expect(recorder.events == ["first", "late", "last"])
  }

  @Test("A dependency that is added while a child waits for its slot is waited for")
  func dependencyInLine() async throws {
    let recorder = EventRecorder<String>()
    let first = AsyncOperation { recorder.record("first") }
    let last = AsyncOperation { recorder.record("last") }
    let late = AsyncOperation { recorder.record("late") }
    let group = GroupOperation.parallel([first, last], width: 1)
    first.observe { event in
      guard case .willFinish = event else { return }
      try? group.add(late)
      last.addDependency(late)
    }
    _ = try await group.run()
    #expect(recorder.events == ["first", "late", "last"])
  }

  @Test("A child that has finished, in this group or elsewhere, is refused and not counted")
  func finishedChild() async throws {
    let elsewhere = AsyncOperation { 1 }
    _ = try await elsewhere.run()
    let child = AsyncOperation { 1 }
    let group = GroupOperation<Void> { group in
      _ = try await group.run(child)
      #expect(throws: ChildRefused.self) { try group.add(child) }
      #expect(throws: ChildRefused.self) { try group.add(elsewhere) }
      await #expect(throws: ChildRefused.self) { try await group.run(child) }
    }
    try await group.run()
    #expect(group.tally == GroupTally(succeeded: 1))
  }

  @Test("Groups of width 1 nest to any depth: none waits for a slot that it holds")
  func nestedSerial() async throws {
    @Sendable func nest(_ depth: Int) -> AsyncOperation<Int> {
      guard depth > 0 else { return AsyncOperation { 0 } }
      return GroupOperation(width: 1) { try await $0.run(nest(depth - 1)) + 1 }
    }
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    let operation = nest(50)
    queue.addOperation(operation)
    #expect(try await operation.value == 50)
  }

  @Test("A suspended group starts no child until the last token is resumed, and keeps its order")
  func suspended() async throws {
    let recorder = EventRecorder<Int>()
    let group = GroupOperation.sequence(
      (0..<10).map { number in AsyncOperation { recorder.record(number) } })
    let first = group.suspend()
    let second = group.suspend()
    group.start()
    first.resume()
    for _ in 0..<50 { await Task.yield() }
    #expect(recorder.events.isEmpty)
    second.resume()
    _ = try await group.value
    #expect(recorder.events == Array(0..<10))
  }

  @Test("A group reports its children and its progress")
  func progress() async throws {
    let recorder = EventRecorder<String>()
    let group = GroupOperation.sequence([AsyncOperation {}, AsyncOperation {}])
    group.observe { event in
      switch event {
      case .produced: recorder.record("produced")
      case .progressed(let completed, let total): recorder.record("\(completed)/\(total ?? 0)")
      default: break
      }
    }
    try group.add(AsyncOperation {})
    _ = try await group.run()
    #expect(recorder.events == ["produced", "1/3", "2/3", "3/3"])
  }
}
