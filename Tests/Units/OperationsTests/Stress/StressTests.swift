import Foundation
import Locking
import Operations
import OperationsTesting
import Testing

@Suite("Stress")
struct StressTests {
  @Test("Operations that many threads settle, cancel and start at once each end once")
  func endings() async throws {
    try await stress(tasks: 8, rounds: 400) { task, round in
      let finished = ConcurrencyGauge()
      let operation = AsyncOperation { task }
      operation.observe { if case .finished = $0 { finished.enter() } }
      let wins = await withTaskGroup(of: Bool.self) { group in
        group.addTask {
          operation.start()
          return false
        }
        group.addTask { operation.settle(.value(-1)) }
        group.addTask { operation.settle(.failure(Broken())) }
        group.addTask {
          operation.cancel()
          return false
        }
        return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
      }
      let outcome = await operation.outcome
      #expect(wins <= 1)
      if operation.isCancelled { #expect(outcome.isCancelled) }
      #expect(finished.total == 1)
    }
  }

  @Test("Groups in groups end, however many there are")
  func nestedGroups() async throws {
    let ran = ConcurrencyGauge()
    @Sendable func nest(_ depth: Int) -> AsyncOperation<Void> {
      GroupOperation(width: 2) { group in
        try group.add(AsyncOperation { await ran.measure { await Task.yield() } })
        try await group.run(AsyncOperation { await ran.measure {} })
        if depth > 0 { try group.add(nest(depth - 1)) }
      }
    }
    let groups = GroupOperation.parallel((0..<500).map { _ in nest(2) }, width: 8)
    _ = try await groups.run()
    #expect(ran.total == 3_000)
  }

  @Test("The task is cancelled when a cancellation returns, whichever thread cancelled first")
  func cancelReturns() async throws {
    try await stress(tasks: 4, rounds: 2_500) { _, _ in
      let hasReturned = Locked(false)
      let isMissed = Locked(false)
      let operation = AsyncOperation {
        while !Task.isCancelled {
          if hasReturned.withLock({ $0 }), !Task.isCancelled { isMissed.withLock { $0 = true } }
          await Task.yield()
        }
      }
      await withTaskGroup(of: Void.self) { group in
        group.addTask { operation.start() }
        for _ in 0..<2 {
          group.addTask {
            operation.cancel()
            if !operation.isCancelled { isMissed.withLock { $0 = true } }
            hasReturned.withLock { $0 = true }
          }
        }
      }
      #expect(await operation.outcome.isCancelled)
      #expect(operation.isCancelled)
      #expect(!isMissed.withLock { $0 })
    }
  }

  @Test("An operation that ends as cancelled is marked as cancelled from its first moment on")
  func cancelledSaysSo() async throws {
    try await stress(tasks: 4, rounds: 2_500) { _, round in
      let isMissed = Locked(false)
      let operation = AsyncOperation<Void> { if round % 3 == 0 { throw CancellationError() } }
      operation.observe { [unowned operation] event in
        guard case .willFinish = event, operation.settledOutcome?.isCancelled == true else {
          return
        }
        if !operation.isCancelled { isMissed.withLock { $0 = true } }
      }
      async let cancellation: Void = operation.cancel()
      operation.start()
      _ = await (cancellation, operation.outcome)
      #expect(!isMissed.withLock { $0 })
    }
  }

  @Test("No attempt begins after a sibling's failure has become its group's")
  func noAttemptBehindFailure() async throws {
    try await stress(tasks: 4, rounds: 750) { _, _ in
      let isOver = Locked(false)
      let isLate = Locked(false)
      let failing = AsyncOperation<Void> { throw Broken() }
      failing.observe { if case .willFinish = $0 { isOver.withLock { $0 = true } } }
      let retries = (0..<6).map { _ in
        RetryOperation(RetryPolicy(attempts: 50)) { _ in
          AsyncOperation<Void> {
            if isOver.withLock({ $0 }), !Task.isCancelled { isLate.withLock { $0 = true } }
            throw Broken()
          }
        }
      }
      let group = GroupOperation.parallel(retries + [failing], width: 4)
      await #expect(throws: (any Error).self) { try await group.run() }
      #expect(!isLate.withLock { $0 })
    }
  }

  @Test("A hundred thousand children that wait for a slot are cancelled with their group")
  func cancelMany() async {
    let started = Gate()
    let group = GroupOperation<Void>(width: 1) { group in
      try group.add(
        AsyncOperation {
          started.open()
          try await Gate().pass()
        })
      for _ in 0..<100_000 { try group.add(AsyncOperation {}) }
    }
    group.start()
    try? await started.pass()
    while !group.isExecuting { await Task.yield() }
    group.cancel()
    #expect(await group.outcome.isCancelled)
    #expect(group.tally.cancelled == group.tally.total)
  }

  @Test("Tens of thousands of operations in one queue, cancelled and settled meanwhile, all finish")
  func queue() async {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 8
    let operations = (0..<20_000).map { number in AsyncOperation { number } }
    await withTaskGroup(of: Void.self) { group in
      group.addTask { queue.add(operations) }
      group.addTask {
        for operation in operations where operation.hash % 3 == 0 { operation.cancel() }
      }
      group.addTask {
        for operation in operations where operation.hash % 5 == 0 { operation.settle(.value(-1)) }
      }
    }
    for operation in operations { _ = await operation.outcome }
    // A queue counts an operation for a moment after its end, and a barrier that waits for it too.
    while queue.operationCount > 0 { await Task.yield() }
    #expect(operations.allSatisfy { $0.isFinished })
  }

  @Test("Many tasks add children to a group while it runs, is stopped or is cancelled")
  func groups() async throws {
    for round in 0..<60 {
      let gate = Gate()
      let group = GroupOperation(width: 3) { _ in try await gate.pass() }
      group.start()
      let added = EventRecorder<AsyncOperation<Void>>()
      try await stress(tasks: 4, rounds: 25) { task, count in
        let child = AsyncOperation { if round % 3 == 1, count == 12 { throw Broken() } }
        if (try? group.add(child)) != nil { added.record(child) }
        if round % 3 == 2, task == 0, count == 20 { group.cancel() }
      }
      gate.open()
      let outcome = await group.outcome
      for child in added.events {
        #expect(child.isFinished)
      }
      switch round % 3 {
      case 0:
        #expect(outcome.value != nil)
        #expect(group.tally.succeeded == 100)
      case 1: #expect(outcome.failure is Broken)
      default: #expect(outcome.isCancelled)
      }
    }
  }

  @Test("Trees that are cancelled at any moment end, and their nodes can be used again")
  func trees() async throws {
    let leaf = TreeNode<Int, Int>("leaf", width: 3, open: 5, retry: RetryPolicy(attempts: 2)) {
      if $0 % 7 == 0 { throw Broken() }
      return $0
    }
    let page = TreeNode<Int, Int>("page", width: 2) { $0 }.feeding(leaf) { _ in 0..<20 }
    let root = TreeNode<Int, Int>("root", width: 4) { $0 }.feeding(page) { _ in 0..<20 }
    try await stress(tasks: 4, rounds: 30) { _, round in
      let tree = TreeOperation(root: root, input: round)
      tree.start()
      for _ in 0..<(round * 3) { await Task.yield() }
      tree.cancel()
      _ = await tree.outcome
    }
    let summary = try await TreeOperation(root: root, input: 0).run()
    #expect(summary == SubtreeSummary(succeeded: 1 + 20 + 20 * 17, failed: 20 * 3))
  }
}
