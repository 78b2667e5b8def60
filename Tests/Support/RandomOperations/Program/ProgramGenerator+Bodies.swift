extension ProgramGenerator {
  mutating func leafBody(_ scope: Scope) -> Body {
    var body = Body(steps: [.work(random.number(below: 40))], end: end(1, of: 5))
    guard budget > 0, scope.depth >= 0 else { return body }
    if !scope.groups.isEmpty, random.rolls(2) {
      body.steps.append(outward(scope))
      body.steps.append(.work(random.number(below: 10)))
    } else if random.rolls(6) {
      body.steps.append(.runAlone(alone(scope), isCaught: random.rolls(2)))
      body.steps.append(.work(random.number(below: 10)))
    }
    return body
  }

  /// Runs, or adds, an operation in one of the groups around.
  private mutating func outward(_ scope: Scope) -> Body.Step {
    var index = random.number(below: scope.groups.count)
    // Most in groups, which can be tested for more than a queue.
    if scope.groups[index] == 0, !random.rolls(4) { index = random.number(below: index + 1) }
    let group = scope.groups[index]
    var outer = scope
    outer.groups = Array(scope.groups[index...])
    guard group > 0 else {
      // A queue performs a body, not an operation.
      var part = Part(id: newID(), kind: .leaf(leafBody(outer)))
      part.isKept = false
      return .run(part, in: 0, isCaught: random.rolls(2))
    }
    if random.rolls(5) { return .add(part(in: outer, .any), to: group) }
    let part = part(in: outer, random.rolls(2) ? .own : .leaf)
    return .run(part, in: group, isCaught: random.rolls(2))
  }

  /// An operation that a body runs by `run()`.
  private mutating func alone(_ scope: Scope) -> Part {
    var inner = scope
    if !shapes.outward { inner.groups = [] }
    return part(in: inner, random.rolls(3) && shapes.groupsAlone ? .own : .leaf)
  }

  /// The attempts of a retry.
  mutating func retry(_ scope: Scope) -> RetryPlan {
    var attempts: [Part] = []
    for _ in 0..<(1 + random.number(below: 3)) {
      var inner = scope
      if !shapes.outward { inner.groups = [] }
      var part = part(in: inner, random.rolls(4) && shapes.groupsAlone ? .number : .leaf)
      if case .leaf(var body) = part.kind, random.rolls(2) {
        body.end = .failure
        part = part.replacing(.leaf(body))
      }
      part.isKept = true
      attempts.append(part)
    }
    return RetryPlan(
      attempts: attempts, pause: random.number(below: 30), keepsSlot: random.rolls(5))
  }

  mutating func group(_ id: Int, _ scope: Scope) -> GroupPlan {
    var plan = GroupPlan(
      width: width(), stops: random.rolls(3), early: [], body: Body(steps: [], end: end(1, of: 10)))
    for _ in 0..<random.number(below: 3) where budget > 0 {
      var part = part(in: scope, .any)
      depend(&part, on: plan.early)
      plan.early.append(part)
    }
    var siblings = plan.early
    for _ in 0..<(1 + random.number(below: 6)) where budget > 0 {
      plan.body.steps.append(step(id, scope, &siblings))
    }
    let kept = Set(siblings.flatMap(\.dependencies))
    plan.early = plan.early.map { $0.keeping(kept) }
    plan.body.steps = plan.body.steps.map { $0.keeping(kept) }
    return plan
  }

  private mutating func step(_ id: Int, _ scope: Scope, _ siblings: inout [Part]) -> Body.Step {
    switch random.number(below: 12) {
    case 0: return .work(random.number(below: 30))
    case 1: return .runAlone(alone(scope), isCaught: random.rolls(2))
    case 2 where scope.groups.count > 1:
      var outer = scope
      outer.groups.removeFirst()
      return outward(outer)
    case 3, 4:
      var part = part(in: scope, .own)
      depend(&part, on: siblings)
      siblings.append(part)
      return .run(part, in: id, isCaught: !random.rolls(3))
    default:
      var part = part(in: scope, .any)
      depend(&part, on: siblings)
      siblings.append(part)
      return .add(part, to: id)
    }
  }

  mutating func list(_ scope: Scope) -> ListPlan {
    let form = ListPlan.Form.allCases[random.number(below: 4)]
    var children: [Part] = []
    for _ in 0..<random.number(below: 8) where budget > 0 {
      var part = part(in: scope, .number)
      if form == .parallel || form == .sequence { depend(&part, on: children) }
      children.append(part)
    }
    let kept = Set(children.flatMap(\.dependencies))
    return ListPlan(
      form: form, width: form == .sequence ? 1 : width(), stops: random.rolls(3),
      children: children.map { $0.keeping(kept) })
  }

  private mutating func width() -> Int { random.rolls(12) ? .max : 1 + random.number(below: 3) }
}

extension Part {
  /// Kept if others depend on it.
  func keeping(_ ids: Set<Int>) -> Part {
    var part = self
    if ids.contains(id) { part.isKept = true }
    return part
  }
}

extension Body.Step {
  fileprivate func keeping(_ ids: Set<Int>) -> Body.Step {
    switch self {
    case .add(let part, let group): .add(part.keeping(ids), to: group)
    case .run(let part, let group, let isCaught):
      .run(part.keeping(ids), in: group, isCaught: isCaught)
    case .work, .runAlone: self
    }
  }
}
