import Foundation
import Locking

extension TaskOperation {
  /// The mutable state of an operation, except its value.
  struct State {
    var machine = OperationStateMachine()
    var task: Task<Void, Never>?
    /// Its turn in a group, until a task works for it. Whichever caller removes it decides how the operation
    /// continues.
    var waiting: GroupChild?
    /// In nanoseconds. A `ContinuousClock.Instant` has no size at compile time, nor has what holds one: then
    /// each access costs more.
    var start: UInt64?
    /// The slot of a group in which it runs.
    var berth: Berth?
    /// The queue in whose slot it runs, or an operation around it.
    var home: OperationQueue?
    /// Whether a group has taken it in.
    var isChild = false
    /// Whether its task may serve others: it is not, and will not be, cancelled for work inside.
    var isTaskFree = true
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

  /// The state that a finishing operation gives up. Objects of the user are released with it, outside the
  /// lock.
  struct Remains {
    /// The result for the caller that ran the operation.
    let run: Run
    let start: UInt64?
    /// Whether it is over; if not, observers must still be notified.
    let isOver: Bool
    let extras: OperationExtras?

    /// The time since its start.
    var duration: Duration {
      guard let start else { return .zero }
      return .nanoseconds(DispatchTime.now().uptimeNanoseconds - start)
    }
  }

  /// The result of a run, for the caller that ran the operation in its own task.
  struct Run {
    let ending: OperationEnding
    /// Whether its task is not and will not be cancelled for this operation, so that it may serve another.
    var isTaskFree = false
    /// Its place, if work inside requested it. It is not handed out any more.
    var place: Place?
  }
}

extension TaskOperation.State {
  /// Whether `cancel()` reaches the task, or no longer needs to.
  var isAdopted: Bool { task != nil || machine.phase == .finished }

  var observers: [ObserverLine] { extras?.observers ?? [] }

  /// The state that few operations have, for changes.
  mutating func extend() -> OperationExtras {
    let extras = extras ?? OperationExtras()
    self.extras = extras
    return extras
  }

  /// Starts, in the slot of `berth`. False if it had been started before.
  mutating func open(at berth: Berth?) -> Bool {
    guard machine.start() else { return false }
    start = DispatchTime.now().uptimeNanoseconds
    self.berth = berth
    return true
  }

  /// The first action after the start. No body begins if the operation was cancelled or settled meanwhile.
  mutating func enter() -> TaskOperation.Opening {
    guard machine.isDisturbed else { return .body(extras?.requirements.take()) }
    _ = machine.bodyEnded(.cancelled)
    return .end
  }

  /// Starts, and ends without a body, if it was cancelled or settled, no observer must be notified, and no
  /// requirement is to be released; otherwise returns nil, without an effect.
  mutating func finishUnbegun(failing group: TaskOperation?) -> TaskOperation.Remains? {
    guard machine.phase == .pending, machine.isDisturbed, observers.isEmpty,
      extras?.requirements == nil
    else { return nil }
    if group != nil, case .failed = machine.ending { return nil }
    _ = open(at: nil)
    return finish()
  }

  /// Finishes at once, if no observer must be notified before; otherwise returns nil.
  mutating func finishUnobserved(failing group: TaskOperation?) -> TaskOperation.Remains? {
    guard observers.isEmpty else { return nil }
    if group != nil, case .failed = machine.ending { return nil }
    return finish()
  }

  /// Finishes. If there are observers, the operation is over when they have been notified.
  mutating func finish() -> TaskOperation.Remains {
    let isLast = machine.finish()
    guard isLast, let ending = machine.ending else {
      preconditionFailure("an operation finished twice")
    }
    isOver = observers.isEmpty
    let place = berth.take()?.close()
    let task = task.take()
    let run = TaskOperation.Run(
      ending: ending, isTaskFree: isTaskFree && (task == nil || machine.isUndisturbed), place: place
    )
    return TaskOperation.Remains(
      run: run, start: start, isOver: isOver, extras: isOver ? extras.take() : nil)
  }

  /// The observers have been notified.
  mutating func close() -> OperationExtras? {
    isOver = true
    return extras.take()
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
}
