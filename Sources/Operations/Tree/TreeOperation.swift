/// Runs a tree over one input, and gives the counts of all inputs, the root's included.
///
/// Its value says that the walk came to its end; failures below the root that nobody stopped for are only
/// counted. It fails with the error that a node stopped it with (`TreeDirective.stop`, or what
/// `onSubtreeFinished` threw), and, when the walk has ended, with that of the root's input, unless the root
/// decides on failures itself (`decideOnFailure`). Cancelling it cancels all work under way, and waits for it.
///
/// Each unit of work is an `AsyncOperation` with the node's name. Observers are told of it
/// (`produced`) before it starts, and may cancel it, which the tree takes for a failure; they are told
/// of `retrying` too. The tree's own `progressed` is not told: how much there is is not known.
///
/// `@unchecked Sendable` restates `Operation`'s: own state is constant.
public final class TreeOperation<Input: Sendable, Output: Sendable>: AsyncOperation<SubtreeSummary>,
  @unchecked Sendable
{
  private let root: TreeNode<Input, Output>
  private let input: Input

  /// An operation that gives `input` to `root`, and what comes of it to the nodes below.
  public init(root: TreeNode<Input, Output>, input: Input) {
    self.root = root
    self.input = input
    super.init()
  }

  public override func perform() async throws -> SubtreeSummary {
    let walk = TreeWalk(of: self)
    return try await walk.run { [root, input] in
      try await root.takeTurn()
      return await root.visit(input, walk, isRoot: true)
    }
  }
}
