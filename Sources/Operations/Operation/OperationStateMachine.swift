/// The life of one operation as a pure value: events go in, what is to be done comes out.
///
/// The lock and the effects live in `AsyncOperation`.
struct OperationStateMachine<Output: Sendable> {
  private(set) var phase = OperationPhase.pending
  private(set) var outcome: Outcome<Output>?
  /// Whether somebody cancelled before there was an outcome.
  private(set) var isCancelled = false

  enum StartAction {
    case runBody
    /// The outcome was parked: the body must not run.
    case finish
    /// It had been started before.
    case ignore
  }

  enum StopAction {
    /// Too late: there is an outcome, or it is cancelled already.
    case refuse
    /// Accepted; the task, where there is one, is to be cancelled.
    case stopBody
  }

  /// The queue, or another starter, asks to begin.
  mutating func start() -> StartAction {
    guard phase == .pending else { return .ignore }
    if isCancelled, outcome == nil { outcome = .cancelled }
    phase = outcome == nil ? .running : .settling
    return outcome == nil ? .runBody : .finish
  }

  /// Somebody other than the body brings the outcome. The first wins.
  mutating func settle(_ new: Outcome<Output>) -> StopAction {
    guard outcome == nil, !isCancelled else { return .refuse }
    outcome = new
    if phase == .running { phase = .settling }
    return .stopBody
  }

  mutating func cancel() -> StopAction {
    guard outcome == nil, !isCancelled else { return .refuse }
    isCancelled = true
    return .stopBody
  }

  /// The body ended. What was settled before stays; what ends after a cancellation is cancelled.
  mutating func bodyEnded(_ result: Outcome<Output>) {
    if outcome == nil { outcome = isCancelled ? .cancelled : result }
    phase = .settling
  }

  /// The last step. False when it was made before, or when nothing is settled.
  mutating func finish() -> Bool {
    guard phase == .settling, outcome != nil else { return false }
    phase = .finished
    return true
  }
}
