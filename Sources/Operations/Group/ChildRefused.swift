/// A child was added to a group that had finished or already has it, the child had finished, or it is the
/// group.
public struct ChildRefused: Error, Equatable, CustomStringConvertible {
  public var description: String {
    "the group or the operation is over, the group has it already, or is it"
  }
}
