/// What a node was told to do beside its work.
struct TreePlan<Input: Sendable, Output: Sendable>: Sendable {
  var edges: [TreeEdge<Output>] = []
  /// The way back to the node itself.
  var recursion: TreeEdge<Output>.Expand?
  var onRetry: (@Sendable (Input, RetryNotice) -> Void)?
  var decideOnFailure: (@Sendable (Input, any Error) async -> TreeDirective)?
  var onSubtreeFinished: (@Sendable (Input, SubtreeSummary) async throws -> Void)?
}
