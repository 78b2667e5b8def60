/// The way from a node's output to one of its children, whose types it hides.
struct TreeEdge<Output: Sendable>: Sendable {
  typealias Expand = @Sendable (Output, TreeWalk, TreeHand) async throws -> Void

  /// Reads the output's expansion to its end, and hands a visit of each item over.
  let expand: Expand
  let child: any AnyObject & Sendable
  /// Whether a node can be reached through here.
  let reaches: @Sendable (AnyObject) -> Bool
}

/// Takes one item's visit over: runs it beside the others, and sees to its being waited for.
typealias TreeHand = (@escaping @Sendable () async -> SubtreeSummary) -> Void
