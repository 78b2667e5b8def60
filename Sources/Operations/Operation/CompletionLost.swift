/// A callback API passed neither a value nor an error, or released its completion handler without calling it.
public struct CompletionLost: Error, CustomStringConvertible {
  public var description: String { "the work ended without a value or an error" }
}
