import Foundation

extension GroupOperation {
  /// A group of given children, `width` at once: all outcomes, in the children's order.
  ///
  /// With the policy `stop` its value contains no failure; a child that was cancelled individually has the
  /// outcome `cancelled`. The children may depend on each other. For many children use `over`, which makes
  /// each child when its turn comes.
  public static func parallel<Child>(
    _ children: [AsyncOperation<Child>], width: Int = .max, policy: GroupPolicy = .stop,
    on executor: (any TaskExecutor)? = nil
  ) -> GroupOperation where Output == [Outcome<Child>] {
    // A child that has finished, or is given twice, is not run again: its outcome is used.
    let given = children.filter { !$0.isFinished }
    let group = GroupOperation(on: executor, width: width, policy: policy) { group in
      await group.children.idle()
      let outcomes = children.map { $0.settledOutcome ?? .cancelled }
      if policy == .stop, let error = outcomes.lazy.compactMap(\.failure).first { throw error }
      return outcomes
    }
    for child in given { try? group.add(child) }
    return group
  }

  /// A group of given children, one after the other: all outcomes, in the children's order.
  public static func sequence<Child>(
    _ children: [AsyncOperation<Child>], policy: GroupPolicy = .stop,
    on executor: (any TaskExecutor)? = nil
  ) -> GroupOperation where Output == [Outcome<Child>] {
    parallel(children, width: 1, policy: policy, on: executor)
  }
}
