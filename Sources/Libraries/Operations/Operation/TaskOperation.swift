import Foundation
import Locking
import Synchronization

/// The part of an `AsyncOperation` that does not depend on its value's type: life, cancellation, observers,
/// conditions. It cannot be subclassed directly. Its life cannot be overridden: a subclass does its work in
/// `perform()`, and handles a cancellation with `withTaskCancellationHandler` there.
///
/// `@unchecked Sendable` restates `Operation`'s: all own state is in `state`, a `Locked`.
open class TaskOperation: Operation, @unchecked Sendable {
  let state = Locked(State())
  let executor: (any TaskExecutor)?
  /// Whether there ever was an observer, and a dependency. Read without the lock, in many steps.
  let wasObserved = Atomic(false)
  let hadDependencies = Atomic(false)

  init(on executor: (any TaskExecutor)?) {
    self.executor = executor
  }

  deinit {
    // Foundation's dependencies refer to their dependents without retaining them.
    if hadDependencies.load(ordering: .acquiring) { dropDependencies() }
  }

  var phase: OperationStateMachine.Phase { state.withLock { $0.machine.phase } }

  /// The ending, once it is decided.
  var ending: OperationEnding? { state.withLock { $0.machine.ending } }

  /// Whether it was cancelled, or its end is decided.
  var isEnding: Bool { state.withLock { $0.machine.isCancelled || $0.machine.ending != nil } }

  /// Whether it was cancelled, or settled from outside its body.
  var isDisturbed: Bool { state.withLock { $0.machine.isDisturbed } }

  /// Asks the operation to stop, from any thread, any number of times.
  ///
  /// Before the start: the body never runs. While it runs: its task is cancelled, and the outcome is
  /// `cancelled`. After the outcome is decided: no effect. When a call returns, including a concurrent one,
  /// the task is cancelled, and no body begins.
  public override func cancel() {
    let isCancelled = state.withLock { state in
      _ = state.machine.cancel()
      return state.machine.isCancelled
    }
    guard isCancelled else { return }
    super.cancel()
    _ = stop { _ in true }
  }

  /// Called by the queue, once. Opens the task and returns.
  ///
  /// Not as work of the caller, which does not wait for it: the caller's exclusive keys are not the operation's.
  public override func start() {
    // Known only in this call, which also a block of the queue can make.
    if let home = OperationQueue.current,
      isComposite || executor != nil || wasObserved.load(ordering: .acquiring),
      home.operations.contains(self)
    {
      enter(home)
    }
    start(on: nil, inside: [])
  }

  /// Not used, and not open: a subclass does its work in `perform()`.
  public override func main() {}

  /// Starts, on `fallback` if the operation has no executor.
  func start(on fallback: (any TaskExecutor)?, inside keys: Exclusion.Held) {
    guard state.withLock({ $0.open(at: nil) }) else { return }
    changed("isExecuting")
    let executor = (executor ?? fallback)?.inside(home)
    let task = Exclusion.task(inside: keys, on: executor, priority: taskPriority) {
      await self.adopted()
      await self.execute(self.state.withLock { $0.enter() }, at: nil, failing: nil)
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

  /// Adds a dependency, which must finish before the operation begins.
  public override func addDependency(_ operation: Operation) {
    hadDependencies.store(true, ordering: .sequentiallyConsistent)
    super.addDependency(operation)
  }

  /// Whether the work has children, which are waited for in `body()` and `drain()`.
  var hasChildren: Bool { false }

  /// Whether other operations may run inside.
  var isComposite: Bool { hasChildren }

  /// The work, to its end and the machine's `bodyEnded`. If no observer must be notified before, it finishes
  /// the operation in the same step, and returns the remains, unless the operation must stay within a
  /// requirement.
  nonisolated(nonsending) func work(
    at berth: Berth?, finishing: Bool, failing group: TaskOperation?
  ) async -> Remains? { nil }

  /// The outcome is decided: objects held by the work must be released before the operation.
  func releaseWork() {}

  /// Waits for work that must end before the operation does; groups wait for their children.
  nonisolated(nonsending) func drain() async {}

  /// Opens a task for a child of this group: it holds its slot, or only has to end.
  func dispatch(_ child: GroupChild) {}

  /// Decides the ending from outside the body. False if it was decided or cancelled before.
  func end(as ending: OperationEnding) -> Bool {
    stop { $0.machine.settle(ending) }
  }

  /// Ends the work if `change` returns true, and returns that.
  func stop(_ change: (inout State) -> Bool) -> Bool {
    let (isStopped, task, waiting) = state.withLock { state in
      let isStopped = change(&state)
      return (isStopped, state.task, isStopped ? state.waiting.take() : nil)
    }
    guard isStopped else { return false }
    task?.cancel()
    waiting?.dismiss()
    return true
  }

  /// Its executor, or that of the group in whose slot it runs: for operations that it runs without an
  /// executor.
  var childExecutor: (any TaskExecutor)? {
    executor ?? state.withLock { $0.berth?.seat.executor }
  }

  var home: OperationQueue? { state.withLock { $0.home } }

  /// The operation starts in a slot of `home`, or inside an operation that has one.
  func enter(_ home: OperationQueue) {
    let lines = state.withLock { state in
      state.home = home
      return state.observers
    }
    // Events that wait in the queue would wait for this operation's end.
    for line in lines { line.deliverAgain(inside: home) }
  }

  /// The operation starts in a group.
  func enter(_ group: Seat) {
    if let home = group.home { enter(home) }
  }

  /// The slot in which it runs, for operations inside that lend it; nil if it has none.
  func place() -> Place? { state.withLock { $0.berth }?.place() }

  func dropDependencies() {
    for dependency in dependencies { removeDependency(dependency) }
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
