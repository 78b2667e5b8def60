/// Programs with less in them, to find what makes one fail.
extension Program {
  /// Programs that lack something of this one, those that lack most first.
  package var smaller: [Program] {
    let parts = Layout(self).ids.sorted()
    let without = parts.compactMap { id in edited { $0.id == id ? nil : $0 } }
    let plainer = parts.flatMap { id in
      Edit.allCases.compactMap { edit in edited { $0.id == id ? edit.apply($0) : $0 } }
    }
    let calm = Program(seed: seed, host: host, parts: self.parts, disturbances: [])
    return without + (disturbances.isEmpty ? [] : [calm])
      + plainer.filter { $0.debugDescription != debugDescription }
  }

  /// The program with each operation changed, or left out.
  private func edited(_ edit: (Part) -> Part?) -> Program? {
    let parts = edited(parts, edit)
    guard !parts.isEmpty else { return nil }
    return Program(seed: seed, host: host, parts: parts, disturbances: disturbances)
  }

  private func edited(_ parts: [Part], _ edit: (Part) -> Part?) -> [Part] {
    parts.compactMap { edited($0, edit) }
  }

  private func edited(_ part: Part, _ edit: (Part) -> Part?) -> Part? {
    guard var part = edit(part) else { return nil }
    part.dependencies = part.dependencies.filter { id in
      // Only the number counts.
      edit(Part(id: id, kind: .plain(work: 0))) != nil
    }
    part.requiresSuccess = part.requiresSuccess && !part.dependencies.isEmpty
    part.disturbances = part.disturbances.compactMap { edited($0, edit) }
    switch part.kind {
    case .plain, .tree: break
    case .leaf(let body): part = part.replacing(.leaf(edited(body, edit)))
    case .retry(var plan):
      plan.attempts = edited(plan.attempts, edit)
      part = part.replacing(plan.attempts.isEmpty ? .plainLeaf : .retry(plan))
    case .group(var plan):
      plan.early = edited(plan.early, edit)
      plan.body = edited(plan.body, edit)
      part = part.replacing(.group(plan))
    case .list(var plan):
      plan.children = edited(plan.children, edit)
      part = part.replacing(.list(plan))
    }
    return part
  }

  private func edited(_ disturbance: Disturbance, _ edit: (Part) -> Part?) -> Disturbance? {
    guard case .addLate(let part) = disturbance.kind else { return disturbance }
    return edited(part, edit).map { Disturbance(kind: .addLate($0), delay: disturbance.delay) }
  }

  private func edited(_ body: Body, _ edit: (Part) -> Part?) -> Body {
    var body = body
    body.steps = body.steps.compactMap { step in
      switch step {
      case .work: step
      case .add(let part, let group): edited(part, edit).map { .add($0, to: group) }
      case .run(let part, let group, let isCaught):
        edited(part, edit).map { .run($0, in: group, isCaught: isCaught) }
      case .runAlone(let part, let isCaught):
        edited(part, edit).map { .runAlone($0, isCaught: isCaught) }
      }
    }
    return body
  }
}

/// One thing that an operation may lack.
private enum Edit: CaseIterable {
  case contents, disturbances, keys, dependencies, observer, failure, work, leaf

  func apply(_ part: Part) -> Part {
    var part = part
    switch self {
    case .contents: return part.hasContents ? part.replacing(.plainLeaf) : part
    case .disturbances: part.disturbances = []
    case .keys: part.keys = []
    case .dependencies: (part.dependencies, part.requiresSuccess) = ([], false)
    case .observer: (part.isObserved, part.isKept) = (false, true)
    case .failure: return part.changingBody { $0.end = .value }
    case .work:
      return part.changingBody { body in
        body.steps.removeAll { if case .work = $0 { true } else { false } }
      }
    case .leaf: if case .plain = part.kind { return part.replacing(.plainLeaf) }
    }
    return part
  }
}

extension Part.Kind {
  fileprivate static let plainLeaf = Part.Kind.leaf(Body(steps: [.work(5)], end: .value))
}

extension Part {
  fileprivate var hasContents: Bool {
    switch kind {
    case .plain, .leaf: false
    case .retry, .group, .list, .tree: true
    }
  }

  func changingBody(_ change: (inout Body) -> Void) -> Part {
    switch kind {
    case .leaf(var body):
      change(&body)
      return replacing(.leaf(body))
    case .group(var plan):
      change(&plan.body)
      return replacing(.group(plan))
    default: return self
    }
  }
}
