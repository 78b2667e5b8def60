import Locking
import Operations
import OperationsTesting
import Testing

/// The latest task of a key, and the end of a queue.
@Suite("AsyncQueue: the latest task, and the end", .timeLimit(.minutes(15)))
struct AsyncQueueEndTests {
  @Test("Of tasks with a key that wait, the latest runs, and the earlier are cancelled")
  func latest() async throws {
    let (queue, gate, ran) = (AsyncQueue(), Gate(), EventRecorder<Int>())
    queue.addTask { try await gate.pass() }
    let tasks = (0..<3).map { number in
      queue.addTask(key: "layout", keeping: .latest) { ran.record(number) }
    }
    gate.open()
    try await tasks.last?.value
    for task in tasks.dropLast() { #expect(await task.outcome.isCancelled) }
    #expect(ran.events == [2])
  }

  @Test("A task with a key that runs already is not cancelled for a later one")
  func running() async throws {
    let (queue, gate, begun) = (AsyncQueue(), Gate(), Gate())
    let first = queue.addTask(key: "layout", keeping: .latest) {
      begun.open()
      try await gate.pass()
      return 1
    }
    try await begun.pass()
    let second = queue.addTask(key: "layout", keeping: .latest) { 2 }
    gate.open()
    #expect(try await [first.value, second.value] == [1, 2])
  }

  @Test("A queue that is finished completes its tasks, and cancels later ones")
  func finished() async throws {
    let (queue, gate, ran) = (AsyncQueue(width: 2), Gate(), ConcurrencyGauge())
    for _ in 0..<5 {
      queue.addTask {
        try await gate.pass()
        await ran.measure {}
      }
    }
    let finish = Task { try await queue.finish() }
    while queue.addTask({}).isCancelled == false { await Task.yield() }
    #expect(ran.total == 0)
    gate.open()
    try await finish.value
    #expect(ran.total == 5)
    let late = queue.addTask { 1 }
    #expect(await late.outcome.isCancelled)
    await #expect(throws: CancellationError.self) { try await queue.perform { 1 } }
    #expect(throws: ChildRefused.self) { try queue.add(AsyncOperation {}) }
  }

  @Test("A task that finishes its own queue waits for the others, not for itself")
  func finishedInside() async throws {
    let (queue, others) = (AsyncQueue(), ConcurrencyGauge())
    let last = queue.addTask { try await queue.finish() }
    for _ in 0..<3 { queue.addTask { await others.measure {} } }
    #expect(await ends(last, within: .seconds(20)))
    #expect(others.current == 0)
  }

  @Test("A task whose closure is of the main actor runs on it")
  @MainActor func actor() async throws {
    let (queue, seen) = (AsyncQueue(), Locked<[Int]>([]))
    let values = Values()
    try await queue.perform { @MainActor in
      values.numbers.append(1)
      seen.withLock { $0 = values.numbers }
    }
    #expect(seen.withLock { $0 } == [1])
  }

  @MainActor private final class Values {
    var numbers: [Int] = []
  }
}
