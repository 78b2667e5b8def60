/// An operation asked for a key that an operation around it holds: it would have waited for itself.
public struct ExclusionHeld: Error, CustomStringConvertible {
  /// The key.
  public let key: String

  public var description: String { "\"\(key)\" is held by the operation around this one" }
}
