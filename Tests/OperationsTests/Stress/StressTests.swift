import Foundation
import Operations
import OperationsTesting
import Testing

@Suite("Stress")
struct StressTests {
  @Test("settled, cancelled and started from many threads at once, each ends once")
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
      let outcome = await operation.outcome()
      #expect(wins <= 1)
      if operation.isCancelled { #expect(outcome.isCancelled) }
      #expect(finished.total == 1)
    }
  }

  @Test("tens of thousands in one queue, cancelled and settled meanwhile, all finish")
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
    for operation in operations { _ = await operation.outcome() }
    await queue.idle()
    #expect(queue.operationCount == 0)
    #expect(operations.allSatisfy { $0.isFinished })
  }

  @Test("children are added from many tasks while a group runs, is stopped or cancelled")
  func groups() async throws {
    for round in 0..<60 {
      let gate = Gate()
      let group = GroupOperation(width: 3) { _ in try await gate.pass() }
      group.start()
      let added = EventRecorder<AsyncOperation<Void>>()
      try await stress(tasks: 4, rounds: 25) { task, count in
        let child = AsyncOperation { if round % 3 == 1, count == 12 { throw Broken() } }
        if group.add(child) { added.record(child) }
        if round % 3 == 2, task == 0, count == 20 { group.cancel() }
      }
      gate.open()
      let outcome = await group.outcome()
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

  @Test("trees cancelled at any moment end, and leave their nodes whole")
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
      _ = await tree.outcome()
    }
    let summary = try await TreeOperation(root: root, input: 0).run()
    #expect(summary == SubtreeSummary(succeeded: 1 + 20 + 20 * 17, failed: 20 * 3))
  }
}
