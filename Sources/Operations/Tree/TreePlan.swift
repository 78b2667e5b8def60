/// A node's configuration besides its work.
struct TreePlan<Input: Sendable, Output: Sendable>: Sendable {
  var edges: [TreeEdge<Output>] = []
  /// The edge back to the node itself.
  var recursion: TreeEdge<Output>.Expand?
  var onRetry: (@Sendable (Input, RetryNotice) -> Void)?
  var decideOnFailure: (@Sendable (Input, any Error) async -> TreeDirective)?
  var onSubtreeFinished: (@Sendable (Input, SubtreeSummary) async throws -> Void)?
}
