/// Shapes of programs that the generator may leave out, to search elsewhere.
package struct Shapes: Sendable {
  /// Whether a child runs others in groups around its own.
  package var outward = true
  /// Whether an operation that a body runs by `run()`, or an attempt of a retry, may be anything but a leaf.
  package var groupsAlone = true
  /// Whether operations need keys.
  package var keys = true

  /// All shapes.
  package init() {}
}
