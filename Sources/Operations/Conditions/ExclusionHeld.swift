/// An operation requested a key that an enclosing operation holds, which would be a deadlock.
public struct ExclusionHeld: Error, CustomStringConvertible {
  /// The key.
  public let key: String

  public var description: String { "\"\(key)\" is held by the operation around this one" }
}
