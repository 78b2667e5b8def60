extension Array {
  /// Returns the elements and empties the array.
  mutating func take() -> [Element] {
    let elements = self
    self = []
    return elements
  }
}
