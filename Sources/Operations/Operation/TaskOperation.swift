import Foundation
import Locking

/// What an `AsyncOperation` is without the type of its value: life, cancellation, observers,
/// conditions. It cannot be subclassed by itself. Its life is not open to overriding: what a subclass
/// does is in `perform()`, and what it does on a cancellation in `withTaskCancellationHandler` there.
///
/// `@unchecked Sendable` restates `Operation`'s: all own state is in `state`, a `Locked`.
open class TaskOperation: Operation, @unchecked Sendable {
  let state = Locked(State())
  let executor: (any TaskExecutor)?

  /// The operation with a slot that the task works for, or the one around it.
  @TaskLocal static var current: TaskOperation?

  struct State {
    var machine = OperationStateMachine()
    var task: Task<Void, Never>?
    var whenAdopted: [UnsafeContinuation<Void, Never>] = []
    /// Whether a group has taken it in.
    var isChild = false
    /// Where it runs, in a slot of a group.
    var seat: Seat?
    var start: ContinuousClock.Instant?
    /// Whether it has finished and its observers have been told.
    var isOver = false
    var whenOver: [@Sendable () -> Void] = []
    var observers: [ObserverLine] = []
    var requirements: OperationRequirements?
  }

  /// A slot of a group, and the group's own place.
  struct Seat {
    let slots: Slots
    let outer: Place?
    /// The group's, for children that name none.
    let executor: (any TaskExecutor)?
    /// Made when it is asked for: few children lend their slots.
    var place: Place?
  }

  init(on executor: (any TaskExecutor)?) {
    self.executor = executor
  }

  /// Where the operation stands.
  public var phase: OperationPhase { state.withLock { $0.machine.phase } }

  /// How it ends, once that is decided.
  var ending: OperationEnding? { state.withLock { $0.machine.ending } }

  /// Whether it was cancelled, or its end is decided.
  var isEnding: Bool { state.withLock { $0.machine.isCancelled || $0.machine.ending != nil } }

  /// Whether it was cancelled, or settled by somebody other than its body.
  var isDisturbed: Bool { state.withLock { $0.machine.isDisturbed } }

  /// Asks the operation to stop, from any thread, any number of times.
  ///
  /// Before the start the body never runs; while it runs its task is cancelled, and whatever it
  /// returns is `cancelled`; once the outcome is decided nothing happens. When it returns, whoever
  /// called it first, the task is cancelled, and no body begins.
  public override func cancel() {
    let (isCancelled, task) = state.withLock { state in
      _ = state.machine.cancel()
      return (state.machine.isCancelled, state.task)
    }
    guard isCancelled else { return }
    super.cancel()
    task?.cancel()
  }

  /// Called by the queue, once. Opens the task and returns.
  public override func start() { start(on: nil) }

  /// Starts, on `fallback` where the operation names no executor.
  func start(on fallback: (any TaskExecutor)?) {
    let action = begin(at: nil)
    guard action != .ignore else { return }
    didChangeValue(forKey: "isExecuting")
    let task = Task(executorPreference: executor ?? fallback, priority: taskPriority) {
      await self.adopted()
      await self.execute(action, failing: nil)
    }
    adopt(task, isOwn: true)
  }

  /// Whether it was cancelled, or is `cancelled` otherwise.
  public override var isCancelled: Bool {
    state.withLock { state in
      if case .cancelled = state.machine.ending { return true }
      return state.machine.isCancelled
    }
  }

  public override var isAsynchronous: Bool { true }
  public override var isExecuting: Bool { [.running, .settling].contains(phase) }
  public override var isFinished: Bool { phase == .finished }

  /// The work, to its end and the machine's `bodyEnded`.
  nonisolated(nonsending) func work() async {}

  /// Waits for what must be over before the operation is; groups wait for their children.
  nonisolated(nonsending) func drain() async {}

  /// Starts the operation in the task of the caller, which holds the slot of `seat`, and waits for its
  /// end, also where it was started before. A failure fails `group`. Gives the task that it adopted,
  /// as `execute(_:failing:)` does.
  @discardableResult
  nonisolated(nonsending) func executeHere(
    at seat: Seat?, failing group: TaskOperation?
  ) async -> Task<Void, Never>? {
    let action = begin(at: seat)
    guard action != .ignore else {
      await over()
      fail(group)
      return nil
    }
    guard let executor = executor ?? seat?.executor else {
      return await execute(action, failing: group)
    }
    return await withTaskExecutorPreference(executor) { await execute(action, failing: group) }
  }

  /// Decides the end from outside the body. False where it was decided or cancelled before.
  func end(as ending: OperationEnding) -> Bool {
    let (action, task) = state.withLock { ($0.machine.settle(ending), $0.task) }
    guard action == .stopBody else { return false }
    task?.cancel()
    return true
  }

  /// Makes `task` the one that `cancel()` cancels, where there is none yet, or it is the operation's own.
  func adopt(_ task: Task<Void, Never>, isOwn: Bool = false) {
    let (isDisturbed, waiters, former) = state.withLock { state in
      let former = state.task
      if state.machine.phase < .finished, isOwn || former == nil { state.task = task }
      return (state.machine.isDisturbed, state.whenAdopted.take(), former)
    }
    withExtendedLifetime(former) {
      if isDisturbed { task.cancel() }
      for waiter in waiters { waiter.resume() }
    }
  }

  /// The first step of a task that works for the operation: waits until `cancel()` reaches it.
  nonisolated(nonsending) func adopted() async {
    if !state.withLock({ $0.isAdopted }) {
      await withUnsafeContinuation { continuation in
        let isAdopted = state.withLock { state in
          if !state.isAdopted { state.whenAdopted.append(continuation) }
          return state.isAdopted
        }
        if isAdopted { continuation.resume() }
      }
    }
    // Who adopts it may not have come so far.
    if isDisturbed { withUnsafeCurrentTask { $0?.cancel() } }
  }

  /// Whether it runs in a slot of a group.
  var hasSeat: Bool { state.withLock { $0.seat != nil } }

  /// Its executor, or that of the group in whose slot it runs: for what it runs that names none.
  var childExecutor: (any TaskExecutor)? { executor ?? state.withLock { $0.seat?.executor } }

  /// The slot in which it runs, for those inside that lend it; nil where it has none.
  func place() -> Place? {
    state.withLock { state in
      guard let seat = state.seat else { return nil }
      let place = seat.place ?? Place(seat.slots, in: seat.outer)
      state.seat?.place = place
      return place
    }
  }

  /// The place, where somebody asked for it. Nobody gets it any more.
  func leaveSeat() -> Place? {
    state.withLock { state in
      defer { state.seat = nil }
      return state.seat?.place
    }
  }

  /// The quality of service as the task's priority; nil lets the system choose.
  var taskPriority: TaskPriority? {
    switch qualityOfService {
    case .userInteractive, .userInitiated: .high
    case .utility: .utility
    case .background: .background
    default: nil
    }
  }

  private func begin(at seat: Seat?) -> OperationStateMachine.StartAction {
    state.withLock { state in
      let action = state.machine.start()
      if action != .ignore {
        state.start = .now
        state.seat = seat
      }
      return action
    }
  }
}

extension TaskOperation.State {
  fileprivate var isAdopted: Bool { task != nil || machine.phase == .finished }
}
