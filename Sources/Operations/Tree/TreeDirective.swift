/// What a tree does after a failure.
public enum TreeDirective: Sendable {
  /// The failure is told and counted; everything else goes on.
  case goOn
  /// Everything else is cancelled, and the tree fails with this error.
  case stop(any Error)
}
