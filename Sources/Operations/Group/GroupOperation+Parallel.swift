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
    let group = GroupOperation(on: executor, width: width, policy: policy) { group in
      await group.idle()
      return children.map { $0.settledOutcome ?? .cancelled }
    }
    // A child that has finished, or is given twice, is not run again: its outcome is used.
    for child in children { _ = group.take(GroupChild(operation: child)) }
    return group
  }

  /// A group of given children, one after the other: all outcomes, in the children's order.
  public static func sequence<Child>(
    _ children: [AsyncOperation<Child>], policy: GroupPolicy = .stop,
    on executor: (any TaskExecutor)? = nil
  ) -> GroupOperation where Output == [Outcome<Child>] {
    parallel(children, width: 1, policy: policy, on: executor)
  }

  /// A sequence in which `decide` receives the outcome of the last child (nil at first) and makes the next,
  /// or ends the sequence with nil: all outcomes, in order. An error that `decide` throws fails the group.
  public static func sequence<Child>(
    on executor: (any TaskExecutor)? = nil,
    decidedBy decide: @escaping @Sendable (Outcome<Child>?) async throws -> AsyncOperation<Child>?
  ) -> GroupOperation where Output == [Outcome<Child>] {
    GroupOperation(on: executor) { group in
      var outcomes: [Outcome<Child>] = []
      while let next = try await decide(outcomes.last) {
        let outcome = await Outcome { try await group.run(next) }
        try Task.checkCancellation()
        outcomes.append(outcome)
      }
      return outcomes
    }
  }
}
