import Foundation
import Locking
import Operations
import OperationsTesting
import Testing

/// Operations, and work inside them, that use the queue which runs them.
@Suite("The own queue of operations", .timeLimit(.minutes(15)))
struct OwnQueueTests {
  private let queue = OperationQueue()

  init() { queue.maxConcurrentOperationCount = 1 }

  @Test("An operation that a body runs may run on the serial queue that runs the body")
  func runInside() async throws {
    let (executor, recorder) = (QueueExecutor(queue), EventRecorder<String>())
    let operation = AsyncOperation {
      let inner = AsyncOperation(on: executor) {
        await Task.yield()
        recorder.record("body")
      }
      try await inner.run()
    }
    queue.addOperation(operation)
    await expectEnd(of: operation)
    #expect(recorder.events == ["body"])
  }

  @Test("Observers of an operation that a body runs may be called on the body's serial queue")
  func observerInside() async throws {
    let (executor, called) = (QueueExecutor(queue), ConcurrencyGauge())
    let operation = AsyncOperation {
      for depth in 1...3 { try await nested(depth, observedOn: executor, called).run() }
    }
    queue.addOperation(operation)
    await expectEnd(of: operation)
    #expect(await holds(within: .seconds(20)) { called.total == 6 })
  }

  /// An operation that runs `depth - 1` others, each in the one before; each is told about on `executor`.
  private func nested(
    _ depth: Int, observedOn executor: QueueExecutor, _ called: ConcurrencyGauge
  ) -> AsyncOperation<Void> {
    let operation = AsyncOperation<Void> {
      if depth > 1 { try await nested(depth - 1, observedOn: executor, called).run() }
    }
    operation.observe(on: executor) { if case .finished = $0 { called.enter() } }
    return operation
  }

  /// Counts the calls that run at once; each waits for another one for some time.
  private static func overlap(_ gauge: ConcurrencyGauge) {
    gauge.enter()
    for _ in 0..<20_000 where gauge.peak == 1 { sched_yield() }
    gauge.leave()
  }

  @Test("Executors of one serial queue never run an operation's body and its observers at once")
  func twoExecutors() async throws {
    let (gauge, queue) = (ConcurrencyGauge(), queue)
    for _ in 0..<5 {
      let (own, finished) = (Locked<AsyncOperation<Void>?>(nil), Gate())
      let operation = AsyncOperation<Void>(on: QueueExecutor(queue)) {
        for number in 0..<3 {
          own.withLock(\.self)?.report(completed: number)
          Self.overlap(gauge)
          await Task.yield()
        }
      }
      own.withLock { $0 = operation }
      operation.observe(on: QueueExecutor(queue)) { event in
        Self.overlap(gauge)
        if case .finished = event { finished.open() }
      }
      queue.addOperation(operation)
      try await finished.pass()
      own.withLock { $0 = nil }
    }
    #expect(gauge.total == 45)
    #expect(gauge.peak == 1)
  }

  /// A waiting operation that counts how often it is compared with another one.
  private final class Compared: Operation, @unchecked Sendable {
    private let gauge: ConcurrencyGauge

    init(_ gauge: ConcurrencyGauge) { self.gauge = gauge }

    override func isEqual(_ object: Any?) -> Bool {
      gauge.enter()
      return super.isEqual(object)
    }
  }

  @Test("The start of an operation does not look at the others that wait in its queue")
  func longQueue() async throws {
    let (queue, compared, last) = (OperationQueue(), ConcurrencyGauge(), BlockOperation {})
    for _ in 0..<500 {
      let waiting = Compared(compared)
      waiting.addDependency(last)
      queue.addOperation(waiting)
    }
    let before = compared.total
    let observed = AsyncOperation { 1 }
    observed.observe { _ in }
    let operations: [TaskOperation] = [
      observed, AsyncOperation(on: HeldExecutor()) { 2 },
      GroupOperation<Void> { try await $0.run(AsyncOperation {}) },
      RetryOperation(.never) { _ in AsyncOperation { 3 } },
    ]
    for operation in operations {
      queue.addOperation(operation)
      #expect(await ends(operation))
    }
    #expect(compared.total == before)
    queue.addOperation(last)
    await queue.idle()
  }
}
