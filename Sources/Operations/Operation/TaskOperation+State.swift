import Dispatch
import Locking

extension TaskOperation {
  /// Everything about an operation that changes, but its value.
  struct State {
    var machine = OperationStateMachine()
    var task: Task<Void, Never>?
    /// Its turn in a group, while nothing works for it yet. Who takes it out decides what becomes of it.
    var waiting: WaitingChild?
    /// In nanoseconds. A `ContinuousClock.Instant` has no size at compile time, nor has what holds one: then
    /// each access costs more.
    var start: UInt64?
    /// Where it runs, in a slot of a group.
    var seat: Seat?
    /// Whether a group has taken it in.
    var isChild = false
    /// Whether it has finished and its observers have been told.
    var isOver = false
    private(set) var extras: OperationExtras?
  }

  /// The slots of a group, one of which its child has, and the group's own place.
  final class Seat: Sendable {
    let slots: Slots
    let outer: Place?
    /// The group's, for children that name none.
    let executor: (any TaskExecutor)?

    init(slots: Slots, outer: Place?, executor: (any TaskExecutor)?) {
      self.slots = slots
      self.outer = outer
      self.executor = executor
    }
  }

  /// What is to be done first in an operation's task.
  enum Opening {
    /// The body is to run, when it has what it asks for.
    case body(OperationRequirements?)
    /// The end was parked: the body must not run.
    case end
    /// It had been started before.
    case ignore
  }

  /// What an operation that finishes lets go of. What users own is released with it, without the lock.
  struct Remains {
    /// How it went, for whoever ran it.
    let run: Run
    let start: UInt64?
    /// Whether it is over; where not, observers are still to be told.
    let isOver: Bool
    let extras: OperationExtras?

    /// How long it took since its start.
    var duration: Duration {
      guard let start else { return .zero }
      return .nanoseconds(DispatchTime.now().uptimeNanoseconds - start)
    }
  }

  /// How an operation went, for whoever ran it in its own task.
  struct Run {
    let ending: OperationEnding
    /// The task that worked for it.
    var task: Task<Void, Never>?
    /// Whether nobody has cancelled that task for it, or will: it may serve another.
    var isTaskFree = false
    /// Its place, where somebody inside asked for it. Nobody gets it any more.
    var place: Place?
  }
}

extension TaskOperation.State {
  /// Whether `cancel()` reaches the task, or need not any more.
  var isAdopted: Bool { task != nil || machine.phase == .finished }

  var observers: [ObserverLine] { extras?.observers ?? [] }

  /// What few operations have, to be changed.
  mutating func extend() -> OperationExtras {
    let extras = extras ?? OperationExtras()
    self.extras = extras
    return extras
  }

  /// Starts, in a slot of `seat`.
  mutating func open(at seat: TaskOperation.Seat?) -> OperationStateMachine.StartAction {
    let action = machine.start()
    if action != .ignore {
      start = DispatchTime.now().uptimeNanoseconds
      self.seat = seat
    }
    return action
  }

  /// What is to be done first, after a start that gave `action`. No body begins where it was cancelled or
  /// settled meanwhile.
  mutating func enter(after action: OperationStateMachine.StartAction) -> TaskOperation.Opening {
    switch action {
    case .ignore: return .ignore
    case .finish: return .end
    case .runBody:
      guard machine.isDisturbed else { return .body(extras?.requirements.take()) }
      _ = machine.bodyEnded(.cancelled)
      return .end
    }
  }

  /// Starts, and ends without a body, where it was cancelled or settled and nobody is to be told; nil
  /// elsewhere, and then nothing happens.
  mutating func finishUnbegun(failing group: TaskOperation?) -> TaskOperation.Remains? {
    guard machine.phase == .pending, machine.isDisturbed, observers.isEmpty else { return nil }
    if group != nil, case .failed = machine.ending { return nil }
    _ = open(at: nil)
    return finish()
  }

  /// Finishes at once, where nobody is to be told before; nil where somebody is.
  mutating func finishUnobserved(failing group: TaskOperation?) -> TaskOperation.Remains? {
    guard observers.isEmpty else { return nil }
    if group != nil, case .failed = machine.ending { return nil }
    return finish()
  }

  /// Finishes. Where there are observers, the operation is over when they have been told.
  mutating func finish() -> TaskOperation.Remains {
    let isLast = machine.finish()
    guard isLast, let ending = machine.ending else {
      preconditionFailure("an operation finished twice")
    }
    isOver = observers.isEmpty
    seat = nil
    let task = task.take()
    let run = TaskOperation.Run(
      ending: ending, task: task, isTaskFree: task == nil || machine.isUndisturbed,
      place: extras?.place)
    return TaskOperation.Remains(
      run: run, start: start, isOver: isOver, extras: isOver ? extras.take() : nil)
  }

  /// The observers have been told.
  mutating func close() -> OperationExtras? {
    isOver = true
    return extras.take()
  }
}
