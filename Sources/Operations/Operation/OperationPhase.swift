/// The phase of an operation. Phases only move forward.
public enum OperationPhase: Int, Sendable, Comparable {
  /// Not started; an outcome may already be set.
  case pending
  /// The body runs, and nothing has settled yet.
  case running
  /// The outcome is decided; the body, children or observers are still being waited for.
  case settling
  /// Finished: `isFinished` is true.
  case finished

  /// Whether `left` comes before `right`.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
