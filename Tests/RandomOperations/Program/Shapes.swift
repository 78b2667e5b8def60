/// Shapes of programs that the generator may leave out, to search elsewhere.
package struct Shapes: Sendable {
  /// Whether a child runs others in groups around its own, and whether an operation that a body runs by `run()`,
  /// or an attempt of a retry, is a group or runs others in the groups around.
  package var outward = true
  /// Whether operations need keys.
  package var keys = true

  /// All shapes.
  package init() {}
}
