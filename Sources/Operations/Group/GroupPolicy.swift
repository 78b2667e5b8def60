/// The behaviour of a group when one of its children fails.
public enum GroupPolicy: Sendable {
  /// The other children are cancelled, and the group fails with the first child's error. The
  /// cancellations that this causes are not errors.
  case stop
  /// The other children continue, and the group's outcome is its body's.
  case `continue`
}
