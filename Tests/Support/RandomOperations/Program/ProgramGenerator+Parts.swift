extension ProgramGenerator {
  /// The kinds of operations that fit in a place.
  enum Choice {
    /// Also plain ones.
    case any
    /// Those that a body can run.
    case own
    /// Those whose value is a number.
    case number
    case group
    case leaf
  }

  mutating func part(in scope: Scope, _ choice: Choice) -> Part {
    let id = newID()
    let kind = kind(choice, scope)
    var scope = scope
    var keys: Set<String> = []
    if shapes.keys, hasKeys(kind), random.rolls(scope.keys.isEmpty ? 6 : 12) {
      if scope.keys.isEmpty {
        keys = Set(["a", "b", "c"].filter { _ in random.rolls(2) })
      } else {
        // A key that is held around it.
        keys = scope.keys
      }
    }
    if !keys.isEmpty {
      // A holder waits for nothing outside, neither slots nor keys.
      scope.groups = []
      scope.keys.formUnion(keys)
    }
    var part = Part(id: id, kind: content(kind, id, scope))
    part.keys = keys
    part.isKept = !random.rolls(4)
    if kind != .plain { part.isObserved = random.rolls(3) }
    if !isCalm, random.rolls(9) { part.disturbances.append(disturbance(kind, id, scope)) }
    return part
  }

  private enum Kind { case leaf, plain, retry, group, list, tree }

  private func hasKeys(_ kind: Kind) -> Bool { [.leaf, .retry, .group].contains(kind) }

  private mutating func kind(_ choice: Choice, _ scope: Scope) -> Kind {
    let isDeep = scope.depth <= 0 || budget <= 0
    switch choice {
    case .leaf: return .leaf
    case .group: return isDeep ? .leaf : .group
    case .any, .own, .number: break
    }
    switch random.number(below: 20) {
    case 0..<2: return choice == .any ? .plain : .leaf
    case 2..<7: return budget > 0 ? .retry : .leaf
    case 7..<12: return isDeep ? .leaf : .group
    case 12..<14: return isDeep || choice == .number ? .leaf : .list
    case 14: return choice == .number ? .leaf : .tree
    default: return .leaf
    }
  }

  private mutating func content(_ kind: Kind, _ id: Int, _ scope: Scope) -> Part.Kind {
    var inner = scope
    inner.depth -= 1
    switch kind {
    case .leaf: return .leaf(leafBody(inner))
    case .plain: return .plain(work: random.number(below: 10))
    case .retry: return .retry(retry(inner))
    case .group:
      inner.groups = [id] + (shapes.outward ? inner.groups : [])
      return .group(group(id, inner))
    case .list:
      inner.groups = [id] + (shapes.outward ? inner.groups : [])
      return .list(list(inner))
    case .tree: return .tree(tree())
    }
  }

  private mutating func disturbance(_ kind: Kind, _ id: Int, _ scope: Scope) -> Disturbance {
    let delay = random.rolls(8) ? nil : random.number(below: 80)
    if kind == .plain { return Disturbance(kind: .cancel, delay: delay) }
    guard kind == .group || kind == .list, random.rolls(2) else {
      if random.rolls(2) { return Disturbance(kind: .cancel, delay: delay) }
      let isValue = kind != .list && kind != .tree && random.rolls(2)
      return Disturbance(kind: .settle(isValue: isValue), delay: delay)
    }
    switch random.number(below: 3) {
    case 0: return Disturbance(kind: .cancelChildren, delay: delay ?? 0)
    case 1: return Disturbance(kind: .suspend(random.number(below: 60)), delay: delay ?? 0)
    default:
      var part = Part(id: newID(), kind: .leaf(Body(steps: [.work(5)], end: end(1, of: 4))))
      part.isObserved = random.rolls(2)
      return Disturbance(kind: .addLate(part), delay: delay ?? 0)
    }
  }

  /// Fails, or is cancelled, `share` times of `all`.
  mutating func end(_ share: Int, of all: Int) -> Body.End {
    guard random.number(below: all) < share else { return .value }
    return random.rolls(6) ? .cancellation : .failure
  }
}
