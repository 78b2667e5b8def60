/// A group was to take in a child when one of them had finished, twice, or itself.
public struct ChildRefused: Error, Equatable, CustomStringConvertible {
  public var description: String {
    "the group or the operation is over, the group has it already, or is it"
  }
}
