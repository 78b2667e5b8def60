/// A group was to run a child when it had finished, twice, or itself.
public struct ChildRefused: Error, CustomStringConvertible {
  public var description: String { "the group is over, has this operation already, or is it" }
}
