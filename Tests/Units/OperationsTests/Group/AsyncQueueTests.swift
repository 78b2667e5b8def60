import Foundation
import Locking
import Operations
import OperationsTesting
import Testing

@Suite("AsyncQueue", .timeLimit(.minutes(15)))
struct AsyncQueueTests {
  private final class Owner: Sendable {}

  @Test("A serial queue runs its tasks one after the other, and takes work again after it was idle")
  func serial() async throws {
    let queue = AsyncQueue()
    let (recorder, gauge) = (EventRecorder<Int>(), ConcurrencyGauge())
    for round in 0..<3 {
      for number in 0..<50 {
        queue.addTask {
          await gauge.measure { await Task.yield() }
          recorder.record(50 * round + number)
        }
      }
      try await queue.idle()
      #expect(recorder.events.count == 50 * (round + 1))
    }
    #expect(recorder.events == Array(0..<150))
    #expect(gauge.peak == 1)
    #expect(try await queue.perform { 7 } == 7)
  }

  /// Adds a task when its queue asks whether it waits for something, which is when the queue starts.
  private final class Adder: Operation, @unchecked Sendable {
    private let recorder: EventRecorder<Int>
    private let add: Locked<(@Sendable () -> Void)?>

    init(_ recorder: EventRecorder<Int>, _ add: @escaping @Sendable () -> Void) {
      (self.recorder, self.add) = (recorder, Locked(add))
    }

    override var dependencies: [Operation] {
      add.withLock { add in
        defer { add = nil }
        return add
      }?()
      return super.dependencies
    }

    override func main() { recorder.record(0) }
  }

  @Test("A task that is added while a group starts does not overtake those that were added before")
  func start() async throws {
    let recorder = EventRecorder<Int>()
    let group = GroupOperation<Void>(width: 1)
    try group.add(
      Adder(recorder) { try? group.add(AsyncOperation { recorder.record(2) }) })
    try group.add(AsyncOperation { recorder.record(1) })
    group.start()
    try await group.value
    #expect(recorder.events == [0, 1, 2])
  }

  @Test("A wider queue runs as many tasks at once as it is wide")
  func width() async throws {
    let queue = AsyncQueue(width: 3)
    let (gauge, gate) = (ConcurrencyGauge(), Gate())
    let tasks = (0..<9).map { _ in
      queue.addTask { try await gauge.measure { try await gate.pass() } }
    }
    #expect(await holds { gauge.current == 3 })
    gate.open()
    for task in tasks { try await task.value }
    #expect(gauge.peak == 3)
  }

  @Test("The tasks of an object are cancelled together, running or not; others continue")
  func cancelObject() async throws {
    let queue = AsyncQueue()
    let (first, second, begun, gate) = (Owner(), Owner(), Gate(), Gate())
    let running = queue.addTask(for: first) {
      begun.open()
      try await Gate().pass()
    }
    let waiting = queue.addTask(for: first) { Issue.record("a cancelled task ran") }
    let other = queue.addTask(for: second) { try await gate.pass() }
    try await begun.pass()
    queue.cancelTasks(for: first)
    #expect(await running.outcome.isCancelled)
    #expect(await waiting.outcome.isCancelled)
    gate.open()
    try await other.value
    queue.cancelTasks(for: first)
    #expect(try await queue.perform(for: first) { 1 } == 1)
  }

  @Test("Tasks with the same key are one while it waits, and another once it has begun")
  func coalescing() async throws {
    let queue = AsyncQueue()
    let (owner, ran, begun, gate) = (Owner(), ConcurrencyGauge(), Gate(), Gate())
    let running = queue.addTask(for: owner, key: "layout") {
      ran.enter()
      begun.open()
      try await gate.pass()
      return 1
    }
    try await begun.pass()
    let body: @Sendable () async throws -> Int = {
      ran.enter()
      return 2
    }
    let waiting = (0..<10).map { _ in queue.addTask(for: owner, key: "layout", body) }
    #expect(waiting.allSatisfy { $0 === waiting[0] } && waiting[0] !== running)
    let unlike = queue.addTask(key: "layout", body)
    #expect(unlike !== waiting[0])
    gate.open()
    #expect(try await running.value == 1)
    #expect(try await waiting[9].value == 2)
    #expect(try await unlike.value == 2)
    #expect(ran.total == 3)
    // A cancelled task is not joined.
    let token = queue.suspend()
    let cancelled = queue.addTask(for: owner, key: "layout", body)
    cancelled.cancel()
    let next = queue.addTask(for: owner, key: "layout", body)
    #expect(next !== cancelled)
    token.resume()
    #expect(try await next.value == 2)
  }

  @Test("A task may wait for one of its own serial queue; a cancelled caller cancels its task")
  func perform() async throws {
    let queue = AsyncQueue()
    let nested = queue.addTask { [unowned queue] in
      try await queue.perform { try await queue.perform { 3 } }
    }
    #expect(await ends(nested))
    #expect(nested.settledOutcome?.value == 3)
    let begun = Gate()
    let caller = Task {
      try await queue.perform {
        begun.open()
        try await Gate().pass()
      }
    }
    try await begun.pass()
    caller.cancel()
    await #expect(throws: CancellationError.self) { try await caller.value }
    await #expect(throws: Broken(number: 2)) {
      try await queue.perform { throw Broken(number: 2) }
    }
    #expect(try await queue.perform { 4 } == 4)
  }

  @Test("A queue that is released completes its tasks, and is released with all that it holds")
  func released() async throws {
    weak var ended: AsyncOperation<Int>?
    var queue: AsyncQueue? = AsyncQueue()
    let gate = Gate()
    let task = queue?.addTask(for: Owner(), key: "last") {
      try await gate.pass()
      return 5
    }
    weak let released = queue
    queue = nil
    #expect(released == nil)
    gate.open()
    #expect(try await task?.value == 5)
    let other = AsyncQueue(width: 2)
    do {
      let operation = other.addTask(for: Owner(), key: "a") { 1 }
      ended = operation
      _ = try await operation.value
    }
    try await other.idle()
    #expect(await holds { ended == nil })
  }
}
