import Locking
import Operations
import OperationsTesting
import Testing

/// A group that waits for a child that waits for the group would never end.
@Suite("Cycles of groups", .timeLimit(.minutes(15)))
struct GroupCycleTests {
  @Test("A group refuses a group as a child that has it as a child, at any depth")
  func refused() throws {
    for length in 1...5 {
      let groups = (0..<length).map { _ in GroupOperation<Void>(width: 1) }
      for (outer, inner) in zip(groups, groups.dropFirst()) { try outer.add(inner) }
      #expect(throws: ChildRefused.self) { try groups[length - 1].add(groups[0]) }
    }
  }

  @Test("A refused group has no effect: the others run, and end")
  func ends() async throws {
    let ran = ConcurrencyGauge()
    let (outer, inner) = (GroupOperation<Void>(), GroupOperation<Void>())
    try outer.add(inner)
    try inner.add(AsyncOperation { ran.enter() })
    #expect(throws: ChildRefused.self) { try inner.add(outer) }
    outer.start()
    await expectEnd(of: outer)
    #expect(ran.total == 1)
    #expect(outer.tally == GroupTally(succeeded: 1) && inner.tally == GroupTally(succeeded: 1))
  }

  @Test("A child that runs refuses the group that runs it")
  func running() async throws {
    let refusals = EventRecorder<ChildRefused>()
    let own = Locked<GroupOperation<Void>?>(nil)
    let group = GroupOperation<Void>(width: 1) { group in
      try group.add(
        GroupOperation<Void> { middle in
          try await middle.run(
            GroupOperation<Void> { inner in
              guard let outer = own.withLock({ $0 }) else { return }
              do {
                try inner.add(outer)
              } catch let error as ChildRefused {
                refusals.record(error)
              }
            })
        })
    }
    own.withLock { $0 = group }
    group.start()
    await expectEnd(of: group)
    #expect(refusals.events.count == 1)
    own.withLock { $0 = nil }
  }

  @Test("A group may be a child of one in which it was a child before, once that has ended")
  func later() async throws {
    let (first, second) = (GroupOperation<Void>(), GroupOperation<Void>())
    let child = GroupOperation<Void>()
    try first.add(child)
    #expect(throws: ChildRefused.self) { try child.add(first) }
    try child.add(second)
    first.start()
    guard await expectEnd(of: first) else { return }
    #expect(second.isFinished && child.isFinished)
    let after = GroupOperation<Void>()
    #expect(throws: ChildRefused.childIsFinished) { try after.add(first) }
    try await after.run()
  }
}
