/// A callback API gave neither a value nor an error, or let its completion handler go uncalled.
public struct CompletionLost: Error, CustomStringConvertible {
  public var description: String { "the work ended without a value or an error" }
}
