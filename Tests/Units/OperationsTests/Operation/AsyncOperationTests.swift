import Foundation
import Operations
import OperationsTesting
import Testing
import Threads

@Suite("AsyncOperation")
struct AsyncOperationTests {
  @Test("The value of a body is the operation's outcome")
  func value() async throws {
    #expect(try await AsyncOperation { 7 }.run() == 7)
  }

  @Test("The error of a body is the operation's outcome")
  func failure() async {
    await #expect(throws: Broken(number: 1)) {
      try await AsyncOperation<Int> { throw Broken(number: 1) }.run()
    }
  }

  @Test("An operation runs in any queue, beside plain operations, with dependencies either way")
  func inAQueue() async throws {
    let recorder = EventRecorder<String>()
    let queue = OperationQueue()
    let before = BlockOperation { recorder.record("before") }
    let middle = AsyncOperation { recorder.record("middle") }
    let after = BlockOperation { recorder.record("after") }
    middle.addDependency(before)
    after.addDependency(middle)
    queue.add([after, middle, before])
    await recorder.waitForEvents(3)
    #expect(recorder.events == ["before", "middle", "after"])
  }

  @Test("A queue of width 1 runs one operation at a time, to the end of each body")
  func serialQueue() async throws {
    let gauge = ConcurrencyGauge()
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    let operations = (0..<50).map { _ in
      AsyncOperation { await gauge.measure { await Task.yield() } }
    }
    queue.add(operations)
    for operation in operations { try await operation.value }
    #expect(gauge.peak == 1)
    #expect(gauge.total == 50)
  }

  @Test("The first settlement of an operation wins, and later ones change nothing")
  func firstWins() async {
    let gate = Gate()
    let operation = AsyncOperation {
      try? await gate.pass()
      return 1
    }
    operation.start()
    #expect(operation.settle(.value(2)))
    #expect(!operation.settle(.value(3)))
    #expect(!operation.settle(.cancelled))
    #expect(await operation.outcome.value == 2)
    #expect(!operation.settle(.value(4)))
  }

  @Test("An operation finishes only when its body has returned")
  func bodyFirst() async throws {
    let (started, gate) = (Gate(), Gate())
    let operation = AsyncOperation {
      started.open()
      // Ignores the cancellation, as real work may do for a while.
      await Task { try? await gate.pass() }.value
      return 1
    }
    operation.start()
    try await started.pass()
    operation.settle(.value(2))
    #expect(operation.isExecuting && operation.settledOutcome != nil)
    #expect(!operation.isFinished)
    gate.open()
    #expect(await operation.outcome.value == 2)
    #expect(operation.isFinished)
  }

  @Test("A settlement before the start is kept until the start, and the body never runs")
  func parkedSettle() async {
    let operation = AsyncOperation<Int> {
      Issue.record("the body ran")
      return 1
    }
    #expect(operation.settle(.value(5)))
    #expect(!operation.isFinished)
    #expect(operation.settledOutcome?.value == 5)
    operation.start()
    #expect(await operation.outcome.value == 5)
  }

  @Test("An operation that is cancelled before its start finishes at the start without its body")
  func parkedCancel() async {
    let operation = AsyncOperation<Int> {
      Issue.record("the body ran")
      return 1
    }
    operation.cancel()
    operation.cancel()
    #expect(operation.isCancelled)
    #expect(!operation.isFinished)
    #expect(!operation.settle(.value(1)))
    operation.start()
    #expect(await operation.outcome.isCancelled)
  }

  @Test("The outcome of an operation that was cancelled early is available at once")
  func outcomeOfEarlyCancel() {
    let operation = AsyncOperation { 1 }
    operation.cancel()
    #expect(operation.settledOutcome?.isCancelled == true)
  }

  @Test("A running body is cancelled, and the value that it returns afterwards is discarded")
  func cancelRunning() async {
    let started = Gate()
    let operation = AsyncOperation {
      started.open()
      try? await Gate().pass()
      return 1
    }
    operation.start()
    try? await started.pass()
    operation.cancel()
    #expect(await operation.outcome.isCancelled)
  }

  @Test("A cancellation after the outcome has no effect")
  func cancelLate() async throws {
    let operation = AsyncOperation { 1 }
    _ = try await operation.run()
    operation.cancel()
    #expect(!operation.isCancelled)
    #expect(operation.settledOutcome?.value == 1)
  }

  @Test("A second start has no effect")
  func secondStart() async throws {
    let gauge = ConcurrencyGauge()
    let operation = AsyncOperation { gauge.enter() }
    operation.start()
    operation.start()
    try await operation.value
    operation.start()
    #expect(gauge.total == 1)
  }

  @Test("Cancelling the task that runs an operation cancels the operation")
  func cancelledCaller() async {
    let started = Gate()
    let operation = AsyncOperation {
      started.open()
      try await Gate().pass()
    }
    let task = Task { try await operation.run() }
    try? await started.pass()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(operation.isCancelled)
  }

  @Test("An operation releases its dependencies at its end", .timeLimit(.minutes(15)))
  func droppedDependencies() async {
    let first = AsyncOperation {}
    let second = AsyncOperation {}
    second.addDependency(first)
    let queue = OperationQueue()
    queue.add([first, second])
    _ = await second.outcome
    // On the thread that finishes the operation, after its outcome is available.
    while !second.dependencies.isEmpty { await Task.yield() }
  }

  @Test("A chain of 60,000 operations is released without a stack overflow")
  func longChain() async throws {
    var last: AsyncOperation<Void>?
    for _ in 0..<60_000 {
      let next = AsyncOperation {}
      if let last { next.addDependency(last) }
      if let last { try await last.run() }
      last = next
    }
    try await last?.run()
    last = nil
  }

  @Test("Thousands of operations that are settled and cancelled early while enqueued all finish")
  func earlyEndsInAQueue() async {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 4
    let operations = (0..<2_000).map { number in AsyncOperation { number } }
    queue.add(operations)
    for operation in operations.reversed() {
      if Bool.random() { operation.cancel() } else { operation.settle(.value(-1)) }
    }
    for operation in operations { _ = await operation.outcome }
    // The queue would not reach its barrier if it still held one; it counts the barrier itself.
    await queue.idle()
    #expect(!operations.contains { !$0.isFinished })
  }

  @Test("An operation's body begins on the executor that it is given")
  func executor() async throws {
    let pool = ThreadPool(name: "test", width: 1)
    let thread = try await AsyncOperation(on: pool) { threadIdentity() }.run()
    #expect(await pool.run { threadIdentity() } == thread)
    await pool.shutdown()
  }

  @Test("An operation run by a task that is already cancelled does not run its body")
  func runCancelled() async {
    for _ in 0..<100 {
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        try await AsyncOperation<Void> { Issue.record("the body ran") }.run()
      }
      await #expect(throws: CancellationError.self) { try await task.value }
    }
  }

  @Test("Objects held by a body or condition that never ran are released at the operation's end")
  func released() async {
    final class Thing: Sendable {}
    weak var ofBody: Thing?
    weak var ofCondition: Thing?
    let group: GroupOperation<Void>
    do {
      let (first, second) = (Thing(), Thing())
      (ofBody, ofCondition) = (first, second)
      group = GroupOperation { _ in _ = first }
      group.require { _ = second }
    }
    group.cancel()
    group.start()
    #expect(await group.outcome.isCancelled)
    #expect(ofBody == nil && ofCondition == nil)
  }

  @Test("Values of any type are returned unchanged, including optionals and existentials")
  func values() async throws {
    #expect(try await AsyncOperation<Int?> { nil }.run() == nil)
    #expect(try await AsyncOperation<Int?> { 4 }.run() == 4)
    let nested = try await AsyncOperation<Int??> { .some(.none) }.run()
    #expect(nested == .some(.none))
    let error = try await AsyncOperation<any Error> { Broken(number: 5) }.run()
    #expect(error as? Broken == Broken(number: 5))
    let sendable = try await AsyncOperation<any Sendable> { [1, 2] }.run()
    #expect(sendable as? [Int] == [1, 2])
    let absent = try await AsyncOperation<(any Sendable)?> { nil }.run()
    #expect(absent == nil)
    let present = try await AsyncOperation<(any Sendable)?> { "a" }.run()
    #expect(present as? String == "a")
    let settled = AsyncOperation<Int??> { 1 }
    #expect(settled.settle(.value(.some(.none))))
    #expect(settled.settledOutcome == .value(.some(.none)))
  }
}
