extension ProgramGenerator {
  mutating func tree() -> TreePlan {
    let count = 1 + random.number(below: 4)
    let nodes = (0..<count).map { node($0, of: count) }
    var left = 25
    let root = input(at: 0, of: nodes, &left)
    return TreePlan(nodes: nodes, root: root)
  }

  private mutating func node(_ index: Int, of count: Int) -> TreePlan.Node {
    let feeds = (index + 1..<max(index + 1, count)).filter { _ in !random.rolls(3) }
    return TreePlan.Node(
      width: 1 + random.number(below: 3),
      attempts: random.rolls(2) ? 1 + random.number(below: 3) : nil,
      pause: random.number(below: 10), keepsSlot: random.rolls(3),
      onFailure: random.rolls(4) ? (random.rolls(4) ? .stop : .goOn) : nil, feeds: feeds,
      isAsync: random.rolls(2))
  }

  private mutating func input(at node: Int, of nodes: [TreePlan.Node], _ left: inout Int)
    -> TreePlan.Input
  {
    left -= 1
    let plan = nodes[node]
    var input = TreePlan.Input(id: 25 - left, failures: 0, below: [], broken: nil)
    if random.rolls(plan.attempts == nil ? 8 : 3) { input.failures = 1 + random.number(below: 2) }
    for child in plan.feeds {
      var items: [TreePlan.Input] = []
      for _ in 0..<random.number(below: 4) where left > 0 {
        items.append(self.input(at: child, of: nodes, &left))
      }
      input.below.append(items)
    }
    if !plan.feeds.isEmpty, random.rolls(10) {
      let edge = random.number(below: plan.feeds.count)
      let after = plan.isAsync ? random.number(below: input.below[edge].count + 1) : 0
      input.broken = (edge, after)
    }
    return input
  }
}
