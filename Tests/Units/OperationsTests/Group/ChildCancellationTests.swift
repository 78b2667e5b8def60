import Operations
import OperationsTesting
import Testing

/// One task runs several children in turn: what cancels one of them reaches it, and no other.
@Suite("Cancellation of children that share a task", .timeLimit(.minutes(15)))
struct ChildCancellationTests {
  private let never = AsyncOperation {}

  @Test("A cancellation reaches a child of a sequence that waits for a dependency")
  func dependency() async {
    let (never, made) = (never, Gate())
    let group = GroupOperation<GroupTally>.forEach(0..<2, width: 1) { number in
      let child = AsyncOperation {}
      if number == 1 {
        child.addDependency(never)
        made.open()
      }
      return child
    }
    group.start()
    try? await made.pass()
    for _ in 0..<100 { await Task.yield() }
    group.cancel()
    #expect(await ends(group))
    #expect(group.tally == GroupTally(succeeded: 1, cancelled: 1))
  }

  @Test(
    "A cancellation reaches the second child of a suspended group",
    arguments: [true, false])
  func suspended(cancelsGroup: Bool) async throws {
    let begun = Gate()
    let group = GroupOperation<Void>(width: 1)
    let (first, second) = (Gate(), AsyncOperation {})
    try group.add(
      AsyncOperation {
        begun.open()
        try await first.pass()
      })
    try group.add(second)
    group.start()
    try await begun.pass()
    let token = group.suspend()
    first.open()
    while group.tally.total < 1 { await Task.yield() }
    for _ in 0..<100 { await Task.yield() }
    if cancelsGroup { group.cancel() } else { group.cancelChildren() }
    #expect(await ends(second))
    #expect(second.isCancelled)
    token.resume()
    #expect(await ends(group))
  }

  @Test("A cancellation reaches a child that receives a dependency when it is produced")
  func lateDependency() async throws {
    let never = never
    let group = GroupOperation<GroupTally>.forEach(0..<3, width: 1) { _ in AsyncOperation {} }
    let produced = EventRecorder<Bool>()
    group.observe { event in
      guard case .produced(let child) = event else { return }
      produced.record(true)
      if produced.events.count == 2 { child.addDependency(never) }
    }
    group.start()
    await produced.waitForEvents(2)
    for _ in 0..<100 { await Task.yield() }
    group.cancel()
    #expect(await ends(group))
  }

  @Test("A cancellation reaches the feed of a nested group whose lent slot is in use")
  func lentSlot() async throws {
    let clock = ManualClock()
    let taken = Gate()
    let policy = RetryPolicy(attempts: 2, backoff: .constant(.seconds(1)), clock: clock)
    let inner = GroupOperation<GroupTally>.forEach(0..<3, width: 1) { number in
      number < 1
        ? AsyncOperation<Void> {}
        : RetryOperation<Void>(policy) { attempt in
          AsyncOperation { if attempt == 1 { throw Broken() } }
        }
    }
    let nested = GroupOperation<Void>(width: 2) { group in
      try group.add(inner)
      try group.add(
        RetryOperation<Void>(policy) { attempt in
          AsyncOperation { if attempt == 1 { throw Broken() } }
        })
    }
    let other = AsyncOperation {
      taken.open()
      try await Gate().pass()
    }
    let third = AsyncOperation {
      taken.open()
      try await Gate().pass()
    }
    let group = GroupOperation<Void>(width: 2, policy: .continue)
    for child in [nested, other, third] as [AsyncOperation<Void>] { try group.add(child) }
    group.start()
    try await taken.pass()
    await clock.sleepers(1)
    clock.advance(by: .seconds(1))
    for _ in 0..<200 { await Task.yield() }
    nested.cancel()
    #expect(await ends(nested))
    group.cancel()
    #expect(await ends(group))
  }

  @Test("A body that cancels its own task cancels no other child", arguments: [true, false])
  func ownTask(isFeed: Bool) async throws {
    let ran = ConcurrencyGauge()
    let makeChild: @Sendable (Int) -> AsyncOperation<Bool> = { number in
      AsyncOperation {
        let wasCancelled = Task.isCancelled
        if number % 10 == 4 { withUnsafeCurrentTask { $0?.cancel() } }
        ran.enter()
        return wasCancelled
      }
    }
    let group =
      isFeed
      ? GroupOperation.over(0..<50, width: 2, makeChild)
      : GroupOperation.parallel((0..<50).map(makeChild), width: 2)
    group.start()
    try #require(await ends(group))
    #expect(try await group.value.map(\.value) == Array(repeating: false, count: 50))
    #expect(ran.total == 50)
  }

  @Test("A unit of a tree that cancels its own task cancels no other unit")
  func ownTaskInTree() async throws {
    let done = EventRecorder<Int>()
    let node = TreeNode<Int, Int>("folder", width: 1, open: 1) { number in
      if number == 2 { withUnsafeCurrentTask { $0?.cancel() } }
      done.record(number)
      return number
    }
    .recursing { $0 == 0 ? 1..<9 : 0..<0 }
    let tree = TreeOperation(root: node, input: 0)
    tree.start()
    #expect(await ends(tree))
    #expect(done.events.sorted() == Array(0..<9))
  }
}
