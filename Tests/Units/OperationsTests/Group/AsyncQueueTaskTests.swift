import Operations
import OperationsTesting
import Testing

/// The tasks of a queue, as seen from inside and from those who wait for them.
@Suite("Tasks of an AsyncQueue", .timeLimit(.minutes(15)))
struct AsyncQueueTaskTests {
  @TaskLocal private static var label = "none"

  @Test("A task may add another to its own queue, and wait for it, even if all turns are taken")
  func awaitedTask() async throws {
    for width in 1...2 {
      let (queue, begun) = (AsyncQueue(width: width), ConcurrencyGauge())
      let tasks = (0..<width).map { number in
        queue.addTask { [unowned queue] in
          begun.enter()
          for _ in 0..<1_000 where begun.total < width { await Task.yield() }
          return try await queue.addTask { number }.value + 1
        }
      }
      let areOver = await holds(within: .seconds(20)) { tasks.allSatisfy(\.isFinished) }
      #expect(areOver, "the queue hangs")
      if !areOver { queue.cancelAllTasks() }
      #expect(tasks.map { $0.settledOutcome?.value } == Array(1...width))
    }
  }

  @Test("All tasks have the task-local values of the queue's creation, however they are made")
  func taskLocals() async throws {
    let queue = Self.$label.withValue("creation") { AsyncQueue() }
    let labels = try await Self.$label.withValue("caller") {
      [
        try await queue.addTask { Self.label }.value,
        try await queue.perform { Self.label },
        try await queue.perform(key: "layout") { Self.label },
        try await queue.perform { try await queue.perform { Self.label } },
      ]
    }
    #expect(labels == Array(repeating: "creation", count: 4))
  }

  @Test(
    "A caller of high priority raises the task that it waits for",
    arguments: [nil, "layout"])
  func priority(key: String?) async throws {
    let (gate, begun) = (Gate(), Gate())
    let queue = await Task.detached(priority: .background) { AsyncQueue() }.value
    let first = Task.detached(priority: .background) {
      try await queue.perform {
        begun.open()
        try await gate.pass()
      }
    }
    try await begun.pass()
    // With a key, the task of a caller of low priority.
    let task = queue.addTask(key: key) { await isRaised(to: .high) }
    // On this executor it waits when the call returns.
    let waiting = Task(executorPreference: HereExecutor(), priority: .high) {
      guard let key else { return try await task.value }
      return try await queue.perform(key: key) { await isRaised(to: .high) }
    }
    let new = Task.detached(priority: .high) {
      try await queue.perform { await isRaised(to: .high) }
    }
    gate.open()
    #expect(await first.result.isSuccess)
    #expect(await waiting.result.value == true)
    #expect(await new.result.value == true)
  }

  @Test("A cancelled wait for an idle queue ends, also in a task of the queue")
  func cancelledIdle() async throws {
    let (queue, gate, begun) = (AsyncQueue(width: 2), Gate(), ConcurrencyGauge())
    let inside = queue.addTask { [unowned queue] in
      begun.enter()
      try await queue.idle()
    }
    queue.addTask {
      begun.enter()
      try await gate.pass()
    }
    let ended = EventRecorder<Void>()
    let outside = Task {
      try? await queue.idle()
      ended.record(())
    }
    #expect(await holds { begun.total == 2 })
    inside.cancel()
    outside.cancel()
    #expect(await ends(inside, within: .seconds(20)), "the task of the queue waits on")
    #expect(await holds(within: .seconds(20)) { ended.events.count == 1 }, "the task waits on")
    gate.open()
  }

  @Test("A task that is cancelled while it begins leaves the key to the next")
  func cancelledWhileBeginning() async throws {
    let executor = HeldExecutor()
    let queue = AsyncQueue(on: executor)
    #expect(try await queue.perform { 1 } == 1)
    executor.close()
    let first = queue.addTask(key: "layout") { 1 }
    #expect(await holds { executor.held > 0 })
    let token = queue.suspend()
    first.cancel()
    let second = queue.addTask(key: "layout") { 2 }
    executor.open()
    #expect(await ends(first))
    let third = queue.addTask(key: "layout") { 3 }
    #expect(third === second)
    token.resume()
    #expect(try await second.value == 2)
    try await queue.idle()
  }
}

extension Result where Failure == any Error {
  fileprivate var value: Success? { try? get() }
  fileprivate var isSuccess: Bool { value != nil }
}
