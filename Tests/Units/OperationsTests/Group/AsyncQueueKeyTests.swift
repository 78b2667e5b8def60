import Locking
import Operations
import OperationsTesting
import Testing

/// The work of a key belongs to all its callers.
@Suite("Keys of an AsyncQueue", .timeLimit(.minutes(15)))
struct AsyncQueueKeyTests {
  /// A serial queue that is occupied until `gate` is open.
  private struct Occupied {
    let queue = AsyncQueue()
    let gate = Gate()

    init() async throws {
      let begun = Gate()
      queue.addTask { [gate] in
        begun.open()
        try await gate.pass()
      }
      try await begun.pass()
    }

    /// A caller that waits for the work of the key when this returns.
    func caller(of body: @escaping @Sendable () async throws -> Int) -> Caller {
      let outcome = Locked<Outcome<Int>?>(nil)
      let task = Task(executorPreference: HereExecutor()) { [queue] in
        let ended = await Outcome { try await queue.perform(key: "layout", body) }
        outcome.withLock { $0 = ended }
      }
      return Caller(task: task, ended: outcome)
    }
  }

  private struct Caller {
    let task: Task<Void, Never>
    let ended: Locked<Outcome<Int>?>

    /// How the call ended; nil if it has not.
    var outcome: Outcome<Int>? { ended.withLock(\.self) }
  }

  @Test("A cancelled caller returns at once; the others get the value", arguments: 0..<3)
  func cancelledCaller(_ cancelled: Int) async throws {
    let (occupied, ran) = (try await Occupied(), ConcurrencyGauge())
    let callers = (0..<3).map { _ in
      occupied.caller {
        ran.enter()
        return 7
      }
    }
    callers[cancelled].task.cancel()
    let isBack = await holds(within: .seconds(20)) { callers[cancelled].outcome != nil }
    #expect(isBack, "the cancelled caller waits on")
    occupied.gate.open()
    for caller in callers { await caller.task.value }
    #expect(callers.map(\.outcome) == (0..<3).map { $0 == cancelled ? .cancelled : .value(7) })
    #expect(ran.total == 1)
  }

  @Test("A caller that is cancelled while the work runs returns at once; the work continues")
  func cancelledWhileRunning() async throws {
    for cancelled in 0..<2 {
      let (occupied, begun, end) = (try await Occupied(), Gate(), Gate())
      let callers = (0..<2).map { _ in
        occupied.caller {
          begun.open()
          try await end.pass()
          return 7
        }
      }
      occupied.gate.open()
      try await begun.pass()
      callers[cancelled].task.cancel()
      let isBack = await holds(within: .seconds(20)) { callers[cancelled].outcome != nil }
      #expect(isBack, "the cancelled caller waits on")
      end.open()
      for caller in callers { await caller.task.value }
      #expect(callers[cancelled].outcome == .cancelled)
      #expect(callers[1 - cancelled].outcome == .value(7))
    }
  }

  @Test("The last caller that is cancelled cancels the work, running or not")
  func lastCancelled() async throws {
    for isRunning in [false, true] {
      let (occupied, begun) = (try await Occupied(), Gate())
      let ended = EventRecorder<Bool>()
      let callers = (0..<3).map { _ in
        occupied.caller {
          begun.open()
          await #expect(throws: CancellationError.self) { try await Gate().pass() }
          ended.record(Task.isCancelled)
          return 7
        }
      }
      if isRunning {
        occupied.gate.open()
        try await begun.pass()
      }
      for caller in callers { caller.task.cancel() }
      let areBack = await holds(within: .seconds(20)) {
        callers.allSatisfy { $0.outcome != nil }
      }
      #expect(areBack, "cancelled callers wait on")
      occupied.gate.open()
      try await occupied.queue.idle()
      #expect(callers.map(\.outcome) == [.cancelled, .cancelled, .cancelled])
      #expect(ended.events == (isRunning ? [true] : []))
      #expect(try await occupied.queue.perform(key: "layout") { 8 } == 8)
    }
  }

  @Test("A caller that joined an added task, and is cancelled, does not cancel the task")
  func joinedTask() async throws {
    let occupied = try await Occupied()
    let task = occupied.queue.addTask(key: "layout") { 7 }
    let joined = occupied.caller { 8 }
    joined.task.cancel()
    #expect(await holds(within: .seconds(20)) { joined.outcome != nil })
    occupied.gate.open()
    #expect(try await task.value == 7)
    #expect(joined.outcome == .cancelled)
  }

  @Test(
    "Tasks that hold all turns of the queue may perform the work of a key that waits there",
    arguments: 1...3)
  func inside(width: Int) async throws {
    let (queue, gate) = (AsyncQueue(width: width), Gate())
    let (begun, ran) = (ConcurrencyGauge(), ConcurrencyGauge())
    let tasks = (0..<width).map { _ in
      queue.addTask { [unowned queue] in
        begun.enter()
        try await gate.pass()
        return try await queue.perform(key: "layout") {
          ran.enter()
          return 7
        }
      }
    }
    #expect(await holds { begun.total == width })
    let waiting = queue.addTask(key: "layout") {
      ran.enter()
      return 7
    }
    gate.open()
    let areOver = await holds(within: .seconds(20)) { tasks.allSatisfy(\.isFinished) }
    #expect(areOver, "the queue hangs")
    if !areOver { queue.cancelAllTasks() }
    try await queue.idle()
    #expect(tasks.map(\.settledOutcome) == Array(repeating: .value(7), count: width))
    #expect(waiting.settledOutcome == .value(7))
    #expect(ran.total == 1)
  }
}
