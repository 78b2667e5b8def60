import Locking
import Operations
import OperationsTesting
import Testing

/// Closures and observers of callers may call back when they are released, as any `deinit` may.
@Suite("Release", .timeLimit(.minutes(15)))
struct ReleaseTests {
  /// Runs a closure when it is released.
  private final class Owner: Sendable {
    private let whenReleased: @Sendable () -> Void

    init(_ whenReleased: @escaping @Sendable () -> Void) { self.whenReleased = whenReleased }

    deinit { whenReleased() }

    func use() {}
  }

  @Test("An observer whose owner cancels the operation when it is released does not hang it")
  func observer() async throws {
    let released = Gate()
    let operation = AsyncOperation { 1 }
    let owner = Owner { [weak operation] in
      operation?.cancel()
      released.open()
    }
    operation.observe { [owner] _ in owner.use() }
    _ = consume owner
    #expect(try await operation.run() == 1)
    try await released.pass()
  }

  @Test("A condition that was never evaluated may use the operation when it is released")
  func condition() async throws {
    let released = Gate()
    let operation = AsyncOperation { 1 }
    let owner = Owner { [weak operation] in
      operation?.cancel()
      released.open()
    }
    operation.require { [owner] in owner.use() }
    _ = consume owner
    operation.cancel()
    operation.start()
    #expect(await operation.outcome.isCancelled)
    try await released.pass()
  }

  @Test("An exclusion and a time limit that are replaced may use the operation when released")
  func replacedCondition() async throws {
    let released = ConcurrencyGauge()
    let operation = AsyncOperation { 1 }
    let owner = Owner { [weak operation] in
      operation?.cancel()
      released.enter()
    }
    operation.timeOut(
      after: .seconds(1), clock: ImmediateClock { [owner] _ in owner.use() })
    _ = consume owner
    operation.requireExclusive(["a"], in: Exclusion())
    operation.requireExclusive(["b"], in: Exclusion())
    operation.cancel()
    operation.start()
    _ = await operation.outcome
    #expect(released.total == 1)
  }

  @Test("The body of a group that never ran may use the group when it is released")
  func groupBody() async throws {
    let released = Gate()
    let own = Locked<GroupOperation<Void>?>(nil)
    let owner = Owner {
      try? own.withLock { $0 }?.add(AsyncOperation {})
      own.withLock { $0 }?.cancel()
      released.open()
    }
    let group = GroupOperation<Void> { [owner] _ in owner.use() }
    _ = consume owner
    own.withLock { $0 = group }
    group.cancel()
    group.start()
    #expect(await group.outcome.isCancelled)
    try await released.pass()
    own.withLock { $0 = nil }
  }

  @Test("A callback of a tree's node that is replaced may use the node when it is released")
  func treeNode() {
    let released = ConcurrencyGauge()
    let node = TreeNode<Int, Int>("node", width: 1) { $0 }
    let other = TreeNode<Int, Int>("other", width: 1) { $0 }
    let owner = Owner { [weak node] in
      node?.feeding(other)
      released.enter()
    }
    node.onRetry { [owner] _, _ in owner.use() }
    _ = consume owner
    node.onRetry { _, _ in }
    #expect(released.total == 1)
  }

  @Test(
    "A retry operation releases the closure that makes its attempts at its end, run or not",
    arguments: [true, false])
  func retryMaker(isRun: Bool) async throws {
    let released = Gate()
    let owner = Owner { released.open() }
    let retry = RetryOperation(.never) { [owner] _ in
      owner.use()
      return AsyncOperation { 1 }
    }
    _ = consume owner
    if !isRun { retry.cancel() }
    retry.start()
    _ = await retry.outcome
    try await released.pass()
    #expect(retry.isFinished)
  }

  @Test("A task begun in the body of a group's child retains neither the operation nor its value")
  func inheritingTask() async throws {
    let (gate, ended, released) = (Gate(), Gate(), Gate())
    let group = GroupOperation<GroupTally>.forEach(0..<1, width: 1) { _ in
      AsyncOperation {
        Task {
          try await gate.pass()
          ended.open()
        }
        return Owner { released.open() }
      }
    }
    _ = try await group.run()
    let isReleased = Locked(false)
    Task {
      try await released.pass()
      isReleased.withLock { $0 = true }
    }
    #expect(await holds { isReleased.withLock { $0 } })
    gate.open()
    try await ended.pass()
  }

  @Test("A chain of 100,000 failed barriers is described and released without recursion")
  func chainOfBarriers() async throws {
    var last: any Error = Broken(number: 3)
    for number in 0..<100_000 {
      let dependency = AsyncOperation<Void> {}
      dependency.name = "\(number)"
      dependency.settle(.failure(last))
      let barrier = AsyncOperation {}
      barrier.addDependency(dependency)
      barrier.requireSuccessOfDependencies()
      barrier.start()
      let failure = try #require(await barrier.outcome.failure as? DependencyFailed)
      last = failure
    }
    #expect((last as? DependencyFailed)?.rootCause as? Broken == Broken(number: 3))
    #expect("\(last)" == "the dependency \"99999\" failed: Broken(number: 3)")
  }

  @Test("The end of a dependency does not access a dependent that was given up before")
  func dependentGivenUp() async throws {
    await #expect(processExitsWith: .success) {
      for _ in 0..<100 {
        let dependency = AsyncOperation {}
        for _ in 0..<20 { AsyncOperation {}.addDependency(dependency) }
        try await dependency.run()
      }
    }
  }
}
