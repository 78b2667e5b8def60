extension Array {
  /// Gives the elements and leaves none behind.
  mutating func take() -> [Element] {
    let elements = self
    self = []
    return elements
  }
}
