import Foundation
import Locking
import Operations
import OperationsTesting
import Testing

/// What has ended keeps neither the queue nor the executor that ran it.
@Suite("Release of queues and executors", .timeLimit(.minutes(15)))
struct QueueReleaseTests {
  enum Kind: CaseIterable {
    case observed, group, retry, onExecutor

    var operation: TaskOperation {
      switch self {
      case .observed:
        let operation = AsyncOperation { 1 }
        operation.observe { _ in }
        return operation
      case .group: return GroupOperation.forEach(0..<3, width: 1) { _ in AsyncOperation {} }
      case .retry: return RetryOperation(.never) { _ in AsyncOperation {} }
      case .onExecutor: return AsyncOperation(on: HeldExecutor()) {}
      }
    }
  }

  @Test("A finished operation does not retain the queue that ran it", arguments: Kind.allCases)
  func finished(_ kind: Kind) async {
    let operation = kind.operation
    weak var released: OperationQueue?
    do {
      let queue = OperationQueue()
      released = queue
      queue.addOperation(operation)
      #expect(await ends(operation))
    }
    #expect(await holds(within: .seconds(20)) { released == nil })
    #expect(operation.isFinished)
  }

  /// Runs a group of one child, whose body is `body`, on an executor and in a queue. Returns whether both are
  /// released.
  private func run(
    _ body: @escaping @Sendable () async throws -> Void
  ) async throws -> @Sendable () -> Bool {
    let (queue, executor) = (OperationQueue(), HeldExecutor())
    let group = GroupOperation<Void>(on: executor) { group in
      try group.add(AsyncOperation { try await body() })
    }
    queue.addOperation(group)
    try await group.value
    return { [weak queue, weak executor] in queue == nil && executor == nil }
  }

  @Test("A task that outlives a child's body retains neither the group's executor nor its queue")
  func strayTask() async throws {
    let (gate, ended) = (Gate(), Gate())
    let areReleased = try await run {
      Task {
        try await gate.pass()
        ended.open()
      }
    }
    #expect(await holds(within: .seconds(20), areReleased))
    gate.open()
    try await ended.pass()
  }

  @Test(
    "An AsyncQueue that a child's body makes retains neither the group's executor nor its queue")
  func queueMadeInside() async throws {
    let made = Locked<AsyncQueue?>(nil)
    let areReleased = try await run {
      let queue = AsyncQueue()
      made.withLock { $0 = queue }
      queue.addTask {}
      try? await queue.idle()
    }
    #expect(await holds(within: .seconds(20), areReleased))
    let queue = try #require(made.withLock { $0 })
    #expect(try await queue.perform { 1 } == 1)
  }
}
