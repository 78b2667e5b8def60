/// The connection from a node's output to one of its children, whose types it hides.
struct TreeEdge<Output: Sendable>: Sendable {
  typealias Expand = @Sendable (Output, TreeWalk, VisitStarter) async throws -> Void

  /// Reads the output's expansion to its end, and passes on a visit of each item.
  let expand: Expand
  let child: any AnyObject & Sendable
  /// Whether a node can be reached through this edge.
  let reaches: @Sendable (AnyObject) -> Bool
}

/// Accepts one item's visit: runs it concurrently with the others, and ensures that it is waited for.
typealias VisitStarter = (@escaping @Sendable () async -> SubtreeSummary) -> Void
