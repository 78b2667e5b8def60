/// What a group does when one of its children fails.
public enum GroupPolicy: Sendable {
  /// The other children are cancelled, and the group fails with the first child's error. The
  /// cancellations that this causes are not errors.
  case stop
  /// The other children go on, and the group's outcome is its body's.
  case `continue`
}
