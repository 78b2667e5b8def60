/// The life of one operation as a pure value: events go in, what is to be done comes out.
///
/// The lock and the effects live in `TaskOperation`, and the value of a success in `AsyncOperation`.
struct OperationStateMachine {
  private(set) var phase = OperationPhase.pending
  /// How it ends, once that is decided.
  private(set) var ending: OperationEnding?
  /// Whether somebody cancelled before that was decided.
  private(set) var isCancelled = false
  /// Whether it ended by itself: then nobody cancels its task, now or later.
  private(set) var isUndisturbed = false

  /// Whether it was cancelled, or somebody other than the body decided the end.
  var isDisturbed: Bool { isCancelled || ending != nil && !isUndisturbed }

  enum StartAction {
    case runBody
    /// The end was parked: the body must not run.
    case finish
    /// It had been started before.
    case ignore
  }

  enum StopAction {
    /// Too late: the end is decided, or it is cancelled already.
    case refuse
    /// Accepted; the task, where there is one, is to be cancelled.
    case stopBody
  }

  /// The queue, or another starter, asks to begin.
  mutating func start() -> StartAction {
    guard phase == .pending else { return .ignore }
    if isCancelled, ending == nil { ending = .cancelled }
    phase = ending == nil ? .running : .settling
    return ending == nil ? .runBody : .finish
  }

  /// Somebody other than the body decides the end. The first wins.
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

  /// The body ended. What was settled before stays; what ends after a cancellation is cancelled.
  /// True where it is the body's end that counts.
  mutating func bodyEnded(_ result: OperationEnding) -> Bool {
    defer { phase = .settling }
    guard ending == nil else { return false }
    ending = isCancelled ? .cancelled : result
    isUndisturbed = !isCancelled
    return isUndisturbed
  }

  /// The last step. False when it was made before, or when nothing is settled.
  mutating func finish() -> Bool {
    guard phase == .settling, ending != nil else { return false }
    phase = .finished
    return true
  }
}
