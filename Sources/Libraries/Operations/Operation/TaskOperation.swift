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
    if hadDependencies.load(ordering: .acquiring) { releaseDependencies() }
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
  /// the task is cancelled, and a body that begins at this moment begins in a cancelled task.
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
  public override func start() {
    let home = QueueSlot(for: self)
    // Not as work of the caller, which does not wait for it: what the caller holds is not the operation's.
    QueueSlot.$current.withValue(home) {
      Slot.outside { Exclusion.outside { begin(inside: Surroundings(executor: nil, home: home)) } }
    }
  }

  /// Not used, and not open: a subclass does its work in `perform()`.
  public override func main() {}

  /// Starts in a task of its own, as work of the caller.
  func begin(inside surroundings: Surroundings?) {
    guard changing("isExecuting", { state.withLock { $0.start(inside: surroundings) } }) else {
      return
    }
    relayObservers(inside: surroundings?.home)
    let executor = (executor ?? surroundings?.executor)?.inside(surroundings?.home)
    adopt(
      .opened(on: executor, priority: taskPriority) {
        _ = await self.live(self.opening(), failing: nil)
      })
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

  /// The type, the name and the state, and those of the children, each in a line, to show what has not ended.
  open override var debugDescription: String { ([line] + innerLines).joined(separator: "\n") }

  /// The lines of the children.
  var innerLines: [String] { [] }

  /// Whether the work has children, which are waited for in `body()` and `drain()`.
  var hasChildren: Bool { false }

  /// Runs the body, to the machine's `bodyEnded`. With `finishing`, it finishes the operation in the same step if
  /// no observer must be notified before, and returns what is left of it.
  nonisolated(nonsending) func work(finishing: Bool, failing group: TaskOperation?) async
    -> Remains?
  { nil }

  /// The outcome is decided: objects held by the work must be released before the operation.
  func releaseWork() {}

  /// Waits for work that must end before the operation does; groups wait for their children.
  nonisolated(nonsending) func drain() async {}

  /// The outcome without the value's type; nil until it is decided.
  var anyOutcome: Outcome<any Sendable>? { nil }

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

  /// Its executor, or that of the operation around it: for operations that it runs without one.
  var childExecutor: (any TaskExecutor)? {
    executor ?? state.withLock { $0.surroundings?.executor }
  }

  var home: QueueSlot? { state.withLock { $0.surroundings?.home } }

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

extension TaskOperation {
  /// Raises the priority of its task, now or once it has one, to that of a task that waits for it.
  func raise(to priority: TaskPriority) {
    let task = state.withLock { state in
      if state.task == nil, state.machine.phase < .finished {
        let extras = state.extend()
        extras.raised = max(extras.raised ?? priority, priority)
      }
      return state.task
    }
    task?.raise(to: priority)
  }
}

extension Task {
  /// Raises its priority, where the system can.
  func raise(to priority: TaskPriority) {
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      escalatePriority(to: priority)
    }
  }
}

/// Dependencies, which Foundation holds until they are removed.
extension TaskOperation {
  func dropDependencies() {
    for dependency in dependencies { removeDependency(dependency) }
  }

  /// Releases a chain of operations that were given up one after the other: recursion would overflow the stack.
  private func releaseDependencies() {
    var left = dependencies
    dropDependencies()
    while var next = left.popLast() {
      guard isKnownUniquelyReferenced(&next) else { continue }
      let further = next.dependencies
      for dependency in further { next.removeDependency(dependency) }
      left += further
    }
  }
}

extension Task where Success == Void, Failure == Never {
  /// Opens a task. (A preference for no executor would make each of its steps cost more.)
  static func opened(
    on executor: (any TaskExecutor)?, priority: TaskPriority? = nil,
    _ body: @escaping @Sendable () async -> Void
  ) -> Task<Void, Never> {
    guard let executor else { return Task(priority: priority, operation: body) }
    return Task(executorPreference: executor, priority: priority, operation: body)
  }
}
