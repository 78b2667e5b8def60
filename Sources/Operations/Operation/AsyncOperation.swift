import Foundation
import Locking

/// A Foundation `Operation` whose work is `async throws` and that ends with one `Outcome`.
///
/// Give the work as a closure, or override `perform()`. It runs in any `OperationQueue`, takes part
/// in dependencies, priority, quality of service and `cancel()`, and blocks no thread: `start()`
/// opens a task and returns.
///
/// - The first to settle wins: the body's end, or `settle(_:)` from any thread.
/// - What settles or cancels before the start is parked: the body never runs, and the operation
///   finishes when the queue starts it. (A queue that sees an operation finished before it started
///   it releases it too early.) In a suspended queue that is after the resume.
/// - It finishes only when its body has returned, so that nothing of it runs behind `isFinished`.
/// - Its dependencies are dropped at the end, so that a long chain is not released recursively.
///
/// `@unchecked Sendable` restates `Operation`'s: all own state is in `state`, a `Locked`.
open class AsyncOperation<Output: Sendable>: Operation, @unchecked Sendable {
  let state: Locked<State>
  private let executor: (any TaskExecutor)?

  struct State {
    var machine = OperationStateMachine<Output>()
    /// Released when the operation starts, so that what it holds does not outlive the work.
    var body: (@Sendable () async throws -> Output)?
    var task: Task<Void, Never>?
    /// When it started; kept where somebody observes.
    var start: ContinuousClock.Instant?
    /// Whether it has finished and its observers have been told.
    var isOver = false
    var whenFinished: [@Sendable () -> Void] = []
    var observers: [ObserverLine] = []
    var conditions: [@Sendable () async throws -> Void] = []
    var exclusive: (exclusion: Exclusion, keys: Set<String>)?
    var timeOut: (limit: Duration, sleep: @Sendable (Duration) async throws -> Void)?

    /// Lets the machine start, and notes when, where somebody will want to know.
    mutating func begin() -> OperationStateMachine<Output>.StartAction {
      if machine.phase == .pending, !observers.isEmpty { start = .now }
      return machine.start()
    }
  }

  /// For subclasses, which override `perform()`. The work begins on `executor`, where one is given.
  public init(on executor: (any TaskExecutor)? = nil) {
    state = Locked(State())
    self.executor = executor
  }

  /// An operation whose work is `body`; it begins on `executor`, where one is given.
  public init(
    on executor: (any TaskExecutor)? = nil, _ body: @escaping @Sendable () async throws -> Output
  ) {
    state = Locked(State(body: body))
    self.executor = executor
  }

  /// The work. Runs once at most, in the operation's own task, which `cancel()` cancels.
  ///
  /// What it returns or throws is the outcome, where nothing else settled first.
  open func perform() async throws -> Output {
    guard let body = state.withLock({ $0.body.take() }) else {
      preconditionFailure("an operation without a body must override perform()")
    }
    return try await body()
  }

  /// The outcome once it is decided, which may be before the end; nil until then.
  public var settledOutcome: Outcome<Output>? { state.withLock { $0.machine.outcome } }

  /// Where the operation stands.
  public var phase: OperationPhase { state.withLock { $0.machine.phase } }

  /// Decides the outcome from outside, from any thread, and cancels the body where it runs.
  ///
  /// Returns false and changes nothing when it was decided or cancelled before.
  @discardableResult
  public func settle(_ outcome: Outcome<Output>) -> Bool {
    let (action, task) = state.withLock { ($0.machine.settle(outcome), $0.task) }
    guard action == .stopBody else { return false }
    task?.cancel()
    return true
  }

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
    let action = state.withLock { $0.begin() }
    guard action != .ignore else { return }
    didChangeValue(forKey: "isExecuting")
    adopt(
      Task(executorPreference: executor, priority: taskPriority) {
        await self.execute(action)
      })
  }

  open override var isAsynchronous: Bool { true }
  open override var isExecuting: Bool { [.running, .settling].contains(phase) }
  open override var isFinished: Bool { phase == .finished }

  /// The work with what belongs to it; groups add their children.
  func body() async throws -> Output { try await perform() }

  /// Waits for what must be over before the operation is; groups wait for their children.
  func drain() async {}

  /// Starts the operation in the task of the caller, which holds one of `slots`, and waits for it.
  func executeHere(holding slots: Slots?) async {
    let action = state.withLock { $0.begin() }
    guard action != .ignore else { return }
    guard let executor else { return await execute(action) }
    await withTaskExecutorPreference(executor) { await execute(action) }
  }

  /// Makes `task` the one that `cancel()` cancels.
  func adopt(_ task: Task<Void, Never>) {
    let isOver = state.withLock {
      if $0.machine.phase < .finished { $0.task = task }
      return $0.machine.isCancelled || $0.machine.outcome != nil
    }
    if isOver { task.cancel() }
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
