/// A group refused a child: the group or the child has finished, the group has the child already, or the
/// child is the group itself.
public struct ChildRefused: Error, Equatable, CustomStringConvertible {
  public var description: String {
    "the group or the operation is over, the group has it already, or is it"
  }
}
