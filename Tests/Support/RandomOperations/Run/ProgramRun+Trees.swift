import Operations
import OperationsTesting

/// What a run has seen of one tree.
struct TreeRecord: Sendable {
  /// By input.
  var attempts: [Int: Int] = [:]
  var finished: [Int: SubtreeSummary] = [:]
}

extension ProgramRun {
  func makeTree(_ plan: TreePlan, of id: Int) -> TreeOperation<TreePlan.Input, TreePlan.Input> {
    let prediction = TreeModel(plan).prediction
    var nodes: [TreeNode<TreePlan.Input, TreePlan.Input>?] = plan.nodes.map { _ in nil }
    // A node feeds only those after it.
    for index in plan.nodes.indices.reversed() {
      let node = makeNode(plan.nodes[index], Checks.NodeID(tree: id, node: index))
        .onSubtreeFinished { [checks] in checks.subtreeFinished($0, $1, of: id, prediction) }
      for (edge, child) in plan.nodes[index].feeds.enumerated() {
        if let child = nodes[child] { connect(node, to: child, edge, plan.nodes[index].isAsync) }
      }
      nodes[index] = node
    }
    guard let root = nodes.first ?? nil else { preconditionFailure("#\(id) has no node") }
    return TreeOperation(root: root, input: plan.root)
  }

  private func makeNode(_ plan: TreePlan.Node, _ id: Checks.NodeID)
    -> TreeNode<TreePlan.Input, TreePlan.Input>
  {
    let clock = ImmediateClock { _ in await pause(plan.pause) }
    let retry = plan.attempts.map { attempts in
      RetryPolicy(
        attempts: attempts, backoff: .constant(.seconds(1)), keepsSlot: plan.keepsSlot, clock: clock
      )
    }
    let node = TreeNode("\(id.node)", width: plan.width, retry: retry) {
      [checks] (input: TreePlan.Input, attempt: Int) in
      await checks.work(input, attempt, at: id, width: plan.width)
      if attempt <= input.failures { throw PartFailure(id: input.id) }
      return input
    }
    guard let decision = plan.onFailure else { return node }
    return node.decideOnFailure { input, _ in
      decision == .stop ? .stop(PartFailure(id: input.id)) : .continue
    }
  }

  private func connect(
    _ node: TreeNode<TreePlan.Input, TreePlan.Input>,
    to child: TreeNode<TreePlan.Input, TreePlan.Input>, _ edge: Int, _ isAsync: Bool
  ) {
    if isAsync {
      node.feeding(child) { Items(input: $0, edge: edge) }
    } else {
      node.feeding(child) { input in
        // A sequence cannot throw: the expansion fails at once if it fails.
        if let broken = input.broken, broken.edge == edge { throw PartFailure(id: input.id) }
        return input.below[edge]
      }
    }
  }
}

/// The inputs of a child, which may end with a failure.
private struct Items: AsyncSequence, Sendable {
  let input: TreePlan.Input
  let edge: Int

  struct AsyncIterator: AsyncIteratorProtocol {
    let input: TreePlan.Input
    let edge: Int
    var index = 0

    mutating func next() async throws -> TreePlan.Input? {
      await Task.yield()
      if let broken = input.broken, broken.edge == edge, broken.after == index {
        throw PartFailure(id: input.id)
      }
      guard index < input.below[edge].count else { return nil }
      defer { index += 1 }
      return input.below[edge][index]
    }
  }

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator(input: input, edge: edge) }
}

extension Checks {
  /// One attempt of an input's work.
  fileprivate func work(
    _ input: TreePlan.Input, _ attempt: Int, at node: NodeID, width: Int
  ) async {
    let isCounted = !Task.isCancelled
    change { state in
      let former = state.trees[node.tree]?.attempts[input.id] ?? 0
      state.check(attempt == former + 1, "input #\(input.id): attempt \(attempt) after \(former)")
      state.trees[node.tree, default: TreeRecord()].attempts[input.id] = attempt
      guard isCounted else { return }
      state.inputs[node, default: 0] += 1
      let count = state.inputs[node] ?? 0
      state.check(count <= width, "\(count) inputs of #\(node.tree), node \(node.node), at once")
    }
    await self.work(node.tree) { await pause(input.id % 5) }
    if isCounted { change { $0.inputs[node, default: 0] -= 1 } }
  }

  fileprivate func subtreeFinished(
    _ input: TreePlan.Input, _ summary: SubtreeSummary, of id: Int,
    _ prediction: TreeModel.Prediction
  ) {
    change { state in
      let tree = state.trees[id] ?? TreeRecord()
      state.check(tree.finished[input.id] == nil, "input #\(input.id) finished twice")
      state.check(
        prediction.finished[input.id] == summary,
        "input #\(input.id) finished with \(summary), not \(String(describing: prediction.finished[input.id]))"
      )
      let late = input.below.joined().filter {
        prediction.finished[$0.id] != nil && tree.finished[$0.id] == nil
      }
      state.check(late.isEmpty, "input #\(input.id) finished before \(late.map(\.id))")
      state.trees[id, default: TreeRecord()].finished[input.id] = summary
    }
  }
}
