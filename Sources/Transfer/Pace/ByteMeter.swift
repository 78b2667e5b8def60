/// Counts the bytes that come in. Belongs to the engine's thread.
final class ByteMeter {
  var count: Int64 = 0

  /// What came since the last call.
  func take() -> Int64 {
    defer { count = 0 }
    return count
  }
}
