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

  enum StartAction {
    case runBody
    /// The ending is set: the body must not run.
    case finish
    /// It had been started before.
    case ignore
  }

  enum StopAction {
    /// Too late: the ending is decided, or it is cancelled already.
    case refuse
    /// Accepted; the task, if there is one, must be cancelled.
    case stopBody
  }

  /// A queue or another caller starts the operation.
  mutating func start() -> StartAction {
    guard phase == .pending else { return .ignore }
    if isCancelled, ending == nil { ending = .cancelled }
    phase = ending == nil ? .running : .settling
    return ending == nil ? .runBody : .finish
  }

  /// The ending is decided from outside the body. The first call wins.
  mutating func settle(_ new: OperationEnding) -> StopAction {
    guard ending == nil, !isCancelled else { return .refuse }
    ending = new
    if phase == .running { phase = .settling }
    return .stopBody
  }

  mutating func cancel() -> StopAction {
    guard ending == nil, !isCancelled else { return .refuse }
    isCancelled = true
    return .stopBody
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
