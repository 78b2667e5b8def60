import Foundation
import Locking
import Synchronization

/// What an `AsyncOperation` is without the type of its value: life, cancellation, observers,
/// conditions. It cannot be subclassed by itself. Its life is not open to overriding: what a subclass
/// does is in `perform()`, and what it does on a cancellation in `withTaskCancellationHandler` there.
///
/// `@unchecked Sendable` restates `Operation`'s: all own state is in `state`, a `Locked`.
open class TaskOperation: Operation, @unchecked Sendable {
  let state = Locked(State())
  let executor: (any TaskExecutor)?
  /// Whether there ever was an observer, and a dependency. Read without the lock, at each of many steps.
  let wasObserved = Atomic(false)
  let hadDependencies = Atomic(false)

  /// The operation with a slot that the task works for, or the one around it.
  @TaskLocal static var current: TaskOperation?

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
    let (isCancelled, task, waiting) = state.withLock { state in
      _ = state.machine.cancel()
      let isCancelled = state.machine.isCancelled
      return (isCancelled, state.task, isCancelled ? state.waiting.take() : nil)
    }
    guard isCancelled else { return }
    super.cancel()
    task?.cancel()
    waiting?.dismiss()
  }

  /// Called by the queue, once. Opens the task and returns.
  public override func start() { start(on: nil) }

  /// Starts, on `fallback` where the operation names no executor.
  func start(on fallback: (any TaskExecutor)?) {
    let action = state.withLock { $0.open(at: nil) }
    guard action != .ignore else { return }
    didChangeValue(forKey: "isExecuting")
    let task = Task(executorPreference: executor ?? fallback, priority: taskPriority) {
      await self.adopted()
      await self.execute(self.state.withLock { $0.enter(after: action) }, failing: nil)
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

  /// Waits for `operation` too before it begins.
  public override func addDependency(_ operation: Operation) {
    hadDependencies.store(true, ordering: .sequentiallyConsistent)
    super.addDependency(operation)
  }

  /// Whether the work has children, which are waited for in `body()` and `drain()`.
  var hasChildren: Bool { false }

  /// The work, to its end and the machine's `bodyEnded`. Where nobody is to be told before, it finishes the
  /// operation in the same step, and gives what remains; not where it must stay within something.
  nonisolated(nonsending) func work(
    isSeated: Bool, finishing: Bool, failing group: TaskOperation?
  ) async -> Remains? { nil }

  /// The outcome is decided: what the work holds must not live as long as the operation.
  func releaseWork() {}

  /// Waits for what must be over before the operation is; groups wait for their children.
  nonisolated(nonsending) func drain() async {}

  /// Starts the operation in the task of the caller, which holds the slot of `seat`, and waits for its
  /// end, also where it was started before. A failure fails `group`. The operation's task is `task`, the
  /// caller's, where it has none and a body runs.
  @discardableResult
  nonisolated(nonsending) func executeHere(
    at seat: Seat?, in task: Task<Void, Never>? = nil, failing group: TaskOperation?
  ) async -> Run {
    let opening = open(at: seat, in: task)
    if case .ignore = opening {
      await over()
      fail(group)
      return Run(ending: ending ?? .cancelled)
    }
    guard let executor = executor ?? seat?.executor else {
      return await execute(opening, isSeated: seat != nil, failing: group)
    }
    return await withTaskExecutorPreference(executor) {
      await execute(opening, isSeated: seat != nil, failing: group)
    }
  }

  /// Starts in the task of the caller, which holds the slot of `seat`, and tells what is to be done first.
  func open(at seat: Seat?, in task: Task<Void, Never>?) -> Opening {
    state.withLock { state in
      let action = state.open(at: seat)
      let opening = state.enter(after: action)
      // Nobody waits for it: who would has opened it.
      if case .body = opening, state.task == nil { state.task = task }
      return opening
    }
  }

  /// As `open(at:in:)`, where the body needs nothing first; where it does, nothing happens.
  func openNow(at seat: Seat, in task: Task<Void, Never>?) -> Bool {
    state.withLock { state in
      guard state.machine.phase == .pending, !state.machine.isDisturbed,
        state.extras?.requirements == nil
      else { return false }
      _ = state.open(at: seat)
      if state.task == nil { state.task = task }
      return true
    }
  }

  /// Gives a child of this group a task: it has its slot, or nothing to do but to end.
  func dispatch(_ child: GroupChild) {}

  /// Has a child of this group wait for its slot, or for what it depends on now.
  func lineUp(_ waiting: WaitingChild) {}

  /// Decides the end from outside the body. False where it was decided or cancelled before.
  func end(as ending: OperationEnding) -> Bool {
    let (action, task, waiting) = state.withLock { state in
      let action = state.machine.settle(ending)
      return (action, state.task, action == .stopBody ? state.waiting.take() : nil)
    }
    guard action == .stopBody else { return false }
    task?.cancel()
    waiting?.dismiss()
    return true
  }

  /// Makes `task` the one that `cancel()` cancels, where there is none yet, or it is the operation's own.
  func adopt(_ task: Task<Void, Never>, isOwn: Bool = false) {
    let (isDisturbed, waiters, former) = state.withLock { state in
      let former = state.task
      if state.machine.phase < .finished, isOwn || former == nil { state.task = task }
      return (state.machine.isDisturbed, state.extras?.whenAdopted.take() ?? [], former)
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
          if !state.isAdopted { state.extend().whenAdopted.append(continuation) }
          return state.isAdopted
        }
        if isAdopted { continuation.resume() }
      }
    }
    // Who adopts it may not have come so far.
    if isDisturbed { withUnsafeCurrentTask { $0?.cancel() } }
  }

  /// Its executor, or that of the group in whose slot it runs: for what it runs that names none.
  var childExecutor: (any TaskExecutor)? { executor ?? state.withLock { $0.seat?.executor } }

  /// The slot in which it runs, for those inside that lend it; nil where it has none. Made when it is
  /// asked for: few children lend their slots.
  func place() -> Place? {
    state.withLock { state in
      guard let seat = state.seat else { return nil }
      let extras = state.extend()
      let place = extras.place ?? Place(seat.slots, in: seat.outer)
      extras.place = place
      return place
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
}
