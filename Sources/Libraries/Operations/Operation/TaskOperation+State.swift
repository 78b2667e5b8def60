import Foundation

extension TaskOperation {
  /// The mutable state of an operation, except its value.
  struct State {
    var machine = OperationStateMachine()
    var task: Task<Void, Never>?
    /// Its place in a group that it waits in.
    var waiting: (any LinePlace)?
    /// In nanoseconds, if it is observed. A `ContinuousClock.Instant` has no size at compile time, nor has what holds
    /// one: then each access costs more.
    var start: UInt64?
    var surroundings: Surroundings?
    /// Whether a group has taken it in.
    var isChild = false
    /// Whether its task may serve others: it is not, and will not be, cancelled for work inside.
    var isTaskFree = true
    /// Whether its observers have been told that it will finish.
    var isToldEnd = false
    /// Whether it has finished and its observers have been notified.
    var isOver = false
    private(set) var extras: OperationExtras?
  }

  /// The first action in an operation's task.
  enum Opening {
    /// Run the body once its requirements are met.
    case body(OperationRequirements?)
    /// The ending is set: the body must not run.
    case end
  }

  /// The result of a run, for the caller that ran the operation in its own task.
  struct Run {
    let ending: OperationEnding
    /// Whether the task is not and will not be cancelled for this operation, so that it may serve another.
    let isTaskFree: Bool
  }

  /// What a finished operation gives up. Objects of the user are released with it, outside the lock.
  struct Remains {
    let run: Run
    let task: Task<Void, Never>?
    /// Whether it is over; if not, observers must still be told, and the rest is not given up yet.
    let isOver: Bool
    let start: UInt64?
    let surroundings: Surroundings?
    let extras: OperationExtras?

    /// The time since its start, or since it was first observed; zero if its body never ran.
    var duration: Duration {
      guard let start else { return .zero }
      return .nanoseconds(DispatchTime.now().uptimeNanoseconds - start)
    }
  }
}

extension TaskOperation.State {
  var observers: [ObserverLine] { extras?.observers ?? [] }

  /// The state that few operations have, for changes.
  mutating func extend() -> OperationExtras {
    let extras = extras ?? OperationExtras()
    self.extras = extras
    return extras
  }

  /// Starts. False if it had been started before.
  mutating func start(inside surroundings: Surroundings?) -> Bool {
    guard machine.start() else { return false }
    waiting = nil
    if !observers.isEmpty { start = DispatchTime.now().uptimeNanoseconds }
    if let surroundings { self.surroundings = surroundings }
    return true
  }

  /// The first action after the start. No body begins if the operation was cancelled or settled meanwhile.
  mutating func opening() -> TaskOperation.Opening {
    guard machine.isDisturbed else { return .body(extras?.requirements.take()) }
    _ = machine.bodyEnded(.cancelled)
    return .end
  }

  /// Starts in `task`, unless it has one, and returns the first action; nil if it had been started before.
  mutating func open(in task: Task<Void, Never>?, inside surroundings: Surroundings?)
    -> TaskOperation.Opening?
  {
    guard start(inside: surroundings) else { return nil }
    let opening = opening()
    if case .body = opening, self.task == nil { self.task = task }
    return opening
  }

  /// Finishes at once, if nobody must be told before; otherwise returns nil, without an effect.
  mutating func finishUntold(failing group: TaskOperation?) -> TaskOperation.Remains? {
    guard observers.isEmpty else { return nil }
    if group != nil, case .failed = machine.ending { return nil }
    return finish()
  }

  /// Finishes. If there are observers, the operation is over when they have been told.
  mutating func finish() -> TaskOperation.Remains {
    let isLast = machine.finish()
    guard isLast, let ending = machine.ending else {
      preconditionFailure("an operation finished twice")
    }
    isOver = observers.isEmpty
    let task = task.take()
    let isTaskFree = isTaskFree && (task == nil || machine.isUndisturbed)
    return TaskOperation.Remains(
      run: TaskOperation.Run(ending: ending, isTaskFree: isTaskFree), task: task,
      isOver: isOver, start: start, surroundings: isOver ? surroundings.take() : nil,
      extras: isOver ? extras.take() : nil)
  }

  /// The observers have been told.
  mutating func close() -> (OperationExtras?, Surroundings?) {
    isOver = true
    return (extras.take(), surroundings.take())
  }
}

/// State that few operations have, allocated when it is first needed.
///
/// Guarded by the operation's lock, as the rest of its state.
final class OperationExtras {
  /// Tasks that wait until `cancel()` reaches them.
  var whenAdopted: [UnsafeContinuation<Void, Never>] = []
  var whenOver: [@Sendable () -> Void] = []
  var observers: [ObserverLine] = []
  var requirements: OperationRequirements?
  /// The priority of tasks that waited before it had a task.
  var raised: TaskPriority?
}
