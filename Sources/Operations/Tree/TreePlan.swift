/// What a node was told to do beside its work.
struct TreePlan<Input: Sendable, Output: Sendable>: Sendable {
  var edges: [TreeEdge<Output>] = []
  var whenRetrying: (@Sendable (Input, RetryNotice) -> Void)?
  var whenFailed: (@Sendable (Input, any Error) async -> TreeDirective)?
  var whenSubtreeFinished: (@Sendable (Input, SubtreeSummary) async throws -> Void)?
}
