import Foundation
import Locking

/// What an `AsyncOperation` is without the type of its value: life, cancellation, observers,
/// conditions. It cannot be subclassed by itself.
///
/// `@unchecked Sendable` restates `Operation`'s: all own state is in `state`, a `Locked`.
open class TaskOperation: Operation, @unchecked Sendable {
  let state = Locked(State())
  private let executor: (any TaskExecutor)?

  struct State {
    var machine = OperationStateMachine()
    var task: Task<Void, Never>?
    /// When it started; kept where somebody observes.
    var start: ContinuousClock.Instant?
    /// Whether it has finished and its observers have been told.
    var isOver = false
    var whenOver: [@Sendable () -> Void] = []
    var observers: [ObserverLine] = []
    var requirements: OperationRequirements?
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

  /// Asks the operation to stop, from any thread, any number of times.
  ///
  /// Before the start the body never runs; while it runs its task is cancelled, and whatever it
  /// returns is `cancelled`; once the outcome is decided nothing happens.
  open override func cancel() {
    let (action, task) = state.withLock { ($0.machine.cancel(), $0.task) }
    guard action == .stopBody else { return }
    super.cancel()
    task?.cancel()
  }

  /// Called by the queue, once. Opens the task and returns.
  open override func start() {
    let action = begin()
    guard action != .ignore else { return }
    didChangeValue(forKey: "isExecuting")
    adopt(
      Task(executorPreference: executor, priority: taskPriority) {
        await self.execute(action, failing: nil)
      })
  }

  open override var isAsynchronous: Bool { true }
  open override var isExecuting: Bool { [.running, .settling].contains(phase) }
  open override var isFinished: Bool { phase == .finished }

  /// The work, to its end and the machine's `bodyEnded`.
  nonisolated(nonsending) func work() async {}

  /// Waits for what must be over before the operation is; groups wait for their children.
  nonisolated(nonsending) func drain() async {}

  /// Starts the operation in the task of the caller, which holds one of `slots`, and waits for its
  /// end, also where it was started before. A failure fails `group`. Gives the task that it adopted,
  /// as `execute(_:failing:)` does.
  @discardableResult
  nonisolated(nonsending) func executeHere(
    holding slots: Slots?, failing group: TaskOperation?
  ) async -> Task<Void, Never>? {
    let action = begin()
    guard action != .ignore else {
      await over()
      fail(group)
      return nil
    }
    guard let executor else { return await execute(action, failing: group) }
    return await withTaskExecutorPreference(executor) { await execute(action, failing: group) }
  }

  /// Decides the end from outside the body. False where it was decided or cancelled before.
  func end(as ending: OperationEnding) -> Bool {
    let (action, task) = state.withLock { ($0.machine.settle(ending), $0.task) }
    guard action == .stopBody else { return false }
    task?.cancel()
    return true
  }

  /// Makes `task` the one that `cancel()` cancels, where there is none yet.
  func adopt(_ task: Task<Void, Never>) {
    let isDisturbed = state.withLock { state in
      if state.machine.phase < .finished, state.task == nil { state.task = task }
      return state.machine.isCancelled
        || state.machine.ending != nil && !state.machine.isUndisturbed
    }
    if isDisturbed { task.cancel() }
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

  private func begin() -> OperationStateMachine.StartAction {
    state.withLock { state in
      if state.machine.phase == .pending, !state.observers.isEmpty { state.start = .now }
      return state.machine.start()
    }
  }
}
