/// The life of one operation as a pure value: events go in, actions come out.
///
/// The lock and the effects live in `TaskOperation`, and the value of a success in `AsyncOperation`.
struct OperationStateMachine {
  /// Phases only move forward.
  enum Phase: Int, Comparable {
    /// Not started; an outcome may already be set.
    case pending
    /// The body runs, and nothing has settled yet.
    case running
    /// The outcome is decided; the body, children or observers are still being waited for.
    case settling
    /// `isFinished` is true.
    case finished

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  private(set) var phase = Phase.pending
  /// The ending, once it is decided.
  private(set) var ending: OperationEnding?
  /// Whether it was cancelled before the ending was decided.
  private(set) var isCancelled = false
  /// Whether it ended without interference: its task is not cancelled, now or later.
  private(set) var isUndisturbed = false

  /// Whether it was cancelled, or the end was decided from outside the body.
  var isDisturbed: Bool { isCancelled || ending != nil && !isUndisturbed }

  /// A queue or another caller starts the operation: `running`, or `settling` if the body must not run. False if it
  /// had been started before.
  mutating func start() -> Bool {
    guard phase == .pending else { return false }
    if isCancelled, ending == nil { ending = .cancelled }
    phase = ending == nil ? .running : .settling
    return true
  }

  /// The ending is decided from outside the body. False if that, or a cancellation, comes too late; otherwise the
  /// task, if there is one, must be cancelled.
  mutating func settle(_ new: OperationEnding) -> Bool {
    guard ending == nil, !isCancelled else { return false }
    ending = new
    if phase == .running { phase = .settling }
    return true
  }

  mutating func cancel() -> Bool {
    guard ending == nil, !isCancelled else { return false }
    isCancelled = true
    return true
  }

  /// The body ended. An earlier settlement is kept; a body that ends after a cancellation is cancelled. True
  /// if the body's ending counts.
  mutating func bodyEnded(_ result: OperationEnding) -> Bool {
    defer { phase = .settling }
    guard ending == nil else { return false }
    ending = isCancelled ? .cancelled : result
    isUndisturbed = !isCancelled
    return isUndisturbed
  }

  /// The last step. False if it was done before, or if nothing is settled.
  mutating func finish() -> Bool {
    guard phase == .settling, ending != nil else { return false }
    phase = .finished
    return true
  }
}

extension Array {
  /// Returns the elements and empties the array.
  mutating func take() -> [Element] {
    let elements = self
    self = []
    return elements
  }
}
