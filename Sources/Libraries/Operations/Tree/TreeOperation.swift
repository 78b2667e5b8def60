/// Runs a tree over one input, and returns the counts of all inputs, the root's included.
///
/// A value means that the walk reached its end; failures below the root that did not stop it are only
/// counted. It fails with the error that a node stopped it with (`TreeDirective.stop`, or an error of
/// `onSubtreeFinished`), and, when the walk has ended, with that of the root's input, unless the root decides
/// on failures itself (`decideOnFailure`). Cancelling it cancels all work in progress, and waits for it.
///
/// Each unit of work is an `AsyncOperation` with the node's name. Observers receive it (`produced`) before it
/// starts, and may cancel it, which counts as a failure; they receive `retrying` too. The tree never sends
/// `progressed`, because the total is unknown.
///
/// `@unchecked Sendable` restates `Operation`'s: own state is constant.
public final class TreeOperation<Input: Sendable, Output: Sendable>: AsyncOperation<SubtreeSummary>,
  @unchecked Sendable
{
  private let root: TreeNode<Input, Output>
  private let input: Input

  /// An operation that passes `input` to `root`, and the results to the nodes below.
  ///
  /// - Parameter executor: Runs all work of the tree, unless a unit of work chooses another; nil: Swift's own pool.
  public init(
    root: TreeNode<Input, Output>, input: Input, on executor: (any TaskExecutor)? = nil
  ) {
    self.root = root
    self.input = input
    super.init(on: executor)
  }

  public override func perform() async throws -> SubtreeSummary {
    let walk = TreeWalk(of: self)
    let slot = Slot.current
    slot?.count(groups: 1)
    defer { slot?.count(groups: -1) }
    return try await walk.run { [root, input] in
      try await root.takeTurn()
      return await root.visit(input, walk, isRoot: true)
    }
  }
}

/// The behaviour of a tree after a failure.
public enum TreeDirective: Sendable {
  /// The failure is reported and counted; everything else continues.
  case `continue`
  /// Everything else is cancelled, and the tree fails with this error.
  case stop(any Error)
}

/// The numbers of a subtree's inputs by outcome.
public struct SubtreeSummary: Sendable, Equatable {
  /// Inputs whose own work returned and whose expansions were read completely.
  public var succeeded: Int
  /// Inputs whose work, or one of whose expansions, failed.
  public var failed: Int

  /// A summary with these counts.
  public init(succeeded: Int = 0, failed: Int = 0) {
    self.succeeded = succeeded
    self.failed = failed
  }

  static func += (left: inout Self, right: Self) {
    left.succeeded += right.succeeded
    left.failed += right.failed
  }
}
