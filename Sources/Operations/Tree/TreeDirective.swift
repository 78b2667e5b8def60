/// The behaviour of a tree after a failure.
public enum TreeDirective: Sendable {
  /// The failure is reported and counted; everything else continues.
  case `continue`
  /// Everything else is cancelled, and the tree fails with this error.
  case stop(any Error)
}
