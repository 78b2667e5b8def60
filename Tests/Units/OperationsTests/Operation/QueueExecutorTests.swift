import Foundation
import Operations
import OperationsTesting
import Testing

@Suite("Queues as executors", .timeLimit(.minutes(15)))
struct QueueExecutorTests {
  private let queue = OperationQueue()

  @Test(
    "An operation whose executor's queue cancels its operations ends", arguments: [true, false])
  func cancelAll(isObserver: Bool) async throws {
    let executor = QueueExecutor(queue)
    queue.isSuspended = true
    let operation = isObserver ? AsyncOperation {} : AsyncOperation(on: executor) {}
    if isObserver { operation.observe(on: executor) { _ in } }
    operation.start()
    #expect(await holds { queue.operationCount > 0 })
    queue.cancelAllOperations()
    queue.isSuspended = false
    #expect(await ends(operation))
    #expect(operation.settledOutcome?.value != nil)
  }

  @Test("A body and its observers run on the operation's own serial queue, while it holds its slot")
  func ownQueue() async throws {
    queue.maxConcurrentOperationCount = 1
    let executor = QueueExecutor(queue)
    let recorder = EventRecorder<String>()
    let operation = AsyncOperation(on: executor) {
      await Task.yield()
      recorder.record("body")
    }
    operation.observe(on: executor) { event in
      if case .finished = event { recorder.record("finished") }
    }
    queue.addOperation(operation)
    queue.addOperation(BlockOperation { recorder.record("next") })
    #expect(await ends(operation))
    await recorder.waitForEvents(3)
    #expect(recorder.events.first == "body")
    #expect(Set(recorder.events) == ["body", "finished", "next"])
  }

  @Test("Everything inside a group may run on the serial queue that runs the group")
  func ownQueueOfGroup() async throws {
    queue.maxConcurrentOperationCount = 1
    let executor = QueueExecutor(queue)
    let ran = ConcurrencyGauge()
    let observe: @Sendable (TaskOperation) -> Void = { $0.observe(on: executor) { _ in } }
    let makeChild: @Sendable (Int) -> AsyncOperation<Void> = { _ in
      let child = AsyncOperation(on: executor) { await ran.measure { await Task.yield() } }
      observe(child)
      return child
    }
    let group = GroupOperation<Void>(on: executor, width: 2) { group in
      try group.add(makeChild(1))
      try await group.run(makeChild(2))
      try await group.run(RetryOperation(RetryPolicy(attempts: 2), makeChild))
      _ = try await group.run(GroupOperation.forEach(0..<3, width: 1, makeChild))
      let node = TreeNode<Int, Void>("node", width: 1) { _ in await ran.measure {} }
      let tree = TreeOperation(root: node, input: 1)
      observe(tree)
      _ = try await group.run(tree)
    }
    try group.add(makeChild(0))
    observe(group)
    let first = AsyncOperation {}
    queue.addOperation(first)
    queue.addOperation(group)
    #expect(await ends(group))
    #expect(group.settledOutcome?.failure == nil)
    #expect(ran.total >= 6)
  }

  @Test("An event that waits in a serial queue does not wait for the operation that sends it")
  func earlyEvent() async throws {
    queue.maxConcurrentOperationCount = 1
    queue.isSuspended = true
    let recorder = EventRecorder<Int>()
    let group = GroupOperation<Void>()
    group.observe(on: QueueExecutor(queue)) { event in
      if case .produced = event { recorder.record(1) }
    }
    queue.addOperation(group)
    // Behind the group in its queue.
    try group.add(AsyncOperation {})
    queue.isSuspended = false
    #expect(await ends(group))
    #expect(recorder.events == [1])
  }

  @Test("An observer that is added while the operation's serial queue runs it is called")
  func lateObserver() async throws {
    queue.maxConcurrentOperationCount = 1
    let (begun, gate, called) = (Gate(), Gate(), ConcurrencyGauge())
    let operation = AsyncOperation {
      begun.open()
      try await gate.pass()
    }
    queue.addOperation(operation)
    try await begun.pass()
    operation.observe(on: QueueExecutor(queue)) { _ in called.enter() }
    gate.open()
    #expect(await ends(operation))
    #expect(await holds { called.total == 2 })
  }

  @Test("An operation that a block of its executor's queue starts runs as blocks of that queue")
  func startedInBlock() async throws {
    let queue = queue
    queue.maxConcurrentOperationCount = 1
    let operation = AsyncOperation(on: QueueExecutor(queue)) {
      await Task.yield()
      return OperationQueue.current === queue
    }
    queue.addOperation { operation.start() }
    #expect(try await operation.value)
  }
}
