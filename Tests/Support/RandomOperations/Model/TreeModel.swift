import Operations

/// What must be true of a tree.
struct TreeModel: Sendable {
  /// One input and all below it.
  struct Prediction: Sendable {
    var summary = SubtreeSummary()
    /// The inputs that finish with their subtrees, each after those below it, and the counts of those below.
    var finished: [Int: SubtreeSummary] = [:]
    var attempts: [Int: Int] = [:]
    /// The causes of failures that stop the tree.
    var stops: Set<Cause> = []
    /// The failure of the root's input, which its node does not decide on.
    var rootFailures: Set<Cause> = []
  }

  let plan: TreePlan
  let prediction: Prediction

  init(_ plan: TreePlan) {
    self.plan = plan
    var prediction = Prediction()
    prediction.summary = Self.visit(plan.root, at: 0, of: plan, &prediction)
    self.prediction = prediction
  }

  /// The endings of a tree that nothing disturbs.
  func endings(of id: Int) -> Set<Ending> {
    if !prediction.stops.isEmpty { return Set(prediction.stops.map { .failure($0) }) }
    if !prediction.rootFailures.isEmpty {
      return Set(prediction.rootFailures.map { .failure($0) })
    }
    return [.value(id)]
  }

  /// Returns the counts of an input and all below it.
  private static func visit(
    _ input: TreePlan.Input, at node: Int, of plan: TreePlan, _ prediction: inout Prediction
  ) -> SubtreeSummary {
    let stage = plan.nodes[node]
    let attempts = stage.attempts ?? 1
    prediction.attempts[input.id] = min(input.failures + 1, attempts)
    guard input.failures < attempts else {
      let own = Cause.own(input.id)
      let cause = stage.attempts == nil ? own : .exhausted(own, attempts: attempts)
      fail(input, at: node, of: plan, cause, &prediction)
      return SubtreeSummary(failed: 1)
    }
    var below = SubtreeSummary()
    for (edge, inputs) in input.below.enumerated() {
      let count = input.broken.flatMap { $0.edge == edge ? $0.after : nil } ?? inputs.count
      for lower in inputs.prefix(count) {
        let summary = visit(lower, at: stage.feeds[edge], of: plan, &prediction)
        below.succeeded += summary.succeeded
        below.failed += summary.failed
      }
    }
    guard input.broken == nil else {
      fail(input, at: node, of: plan, .own(input.id), &prediction)
      below.failed += 1
      return below
    }
    prediction.finished[input.id] = below
    below.succeeded += 1
    return below
  }

  private static func fail(
    _ input: TreePlan.Input, at node: Int, of plan: TreePlan, _ cause: Cause,
    _ prediction: inout Prediction
  ) {
    switch plan.nodes[node].onFailure {
    case .stop: prediction.stops.insert(.own(input.id))
    case nil where node == 0: prediction.rootFailures.insert(cause)
    case .goOn, nil: break
    }
  }
}
