/// What must be true of a run of a program.
///
/// The endings that each operation may have: exactly one where nothing disturbs it, and several where a disturbance,
/// or the failure of a sibling, comes at an unknown moment. Found as the least sets that agree with one another.
struct Model: Sendable {
  let layout: Layout
  private(set) var endings: [Int: Set<Ending>] = [:]
  /// The operations that others may cancel.
  private var exposed: Set<Int> = []
  /// The groups that may stop their children.
  private var stopping: Set<Int> = []
  private let hostCancels: Bool

  init(_ program: Program) {
    layout = Layout(program)
    hostCancels = !program.disturbances.filter { if case .cancel = $0.kind { true } else { false } }
      .isEmpty
    while improve() {}
  }

  /// The endings that the operation may have.
  subscript(id: Int) -> Set<Ending> { endings[id] ?? [] }

  /// One round. False if nothing has changed.
  private mutating func improve() -> Bool {
    var hasChanged = false
    for id in layout.ids.reversed() {
      let location = layout[id]
      if isExposed(location), exposed.insert(id).inserted { hasChanged = true }
      if isStopping(location), stopping.insert(id).inserted { hasChanged = true }
      let new = endings(of: location)
      if new != self[id] {
        endings[id] = new
        hasChanged = true
      }
    }
    return hasChanged
  }

  private func isExposed(_ location: Location) -> Bool {
    if let group = location.group {
      if group == 0, hostCancels { return true }
      if group > 0, stopping.contains(group) || cancelsChildren(layout[group].part) {
        return true
      }
    } else if location.caller == nil {
      return hostCancels
    }
    // Its caller's task may be cancelled.
    guard let caller = location.caller else { return false }
    return exposed.contains(caller) || isDisturbed(layout[caller].part) || stopping.contains(caller)
  }

  private func isDisturbed(_ part: Part) -> Bool { part.disturbances.contains(where: \.isDecisive) }

  private func cancelsChildren(_ part: Part) -> Bool {
    part.disturbances.contains { if case .cancelChildren = $0.kind { true } else { false } }
  }

  private func isStopping(_ location: Location) -> Bool {
    let id = location.part.id
    guard let group = layout.groups[id] else { return false }
    if isDisturbed(location.part) || exposed.contains(id) || mayNotBegin(location) { return true }
    guard group.stops else { return false }
    let failing = group.children.contains {
      layout[$0].isJudged && self[$0].contains(where: \.isFailure)
    }
    guard case .group(let plan) = location.part.kind else { return failing }
    return failing || endings(of: plan.body, id).contains { !$0.isValue }
  }

  /// Whether a requirement may not be met: children that were added before are cancelled then.
  private func mayNotBegin(_ location: Location) -> Bool {
    let needed = location.part.requiresSuccess ? location.part.dependencies : []
    return location.asksForHeldKey || needed.contains { self[$0].contains { !$0.isValue } }
  }

  private func endings(of location: Location) -> Set<Ending> {
    let part = location.part
    for disturbance in part.disturbances where disturbance.delay == nil {
      switch disturbance.kind {
      case .cancel: return [.cancelled]
      case .settle(let isValue): return [settled(part.id, isValue)]
      case .suspend, .cancelChildren, .addLate: break
      }
    }
    var endings = requiredEndings(of: location)
    if exposed.contains(part.id) { endings.insert(.cancelled) }
    for disturbance in part.disturbances {
      switch disturbance.kind {
      case .cancel: endings.insert(.cancelled)
      case .settle(let isValue): endings.insert(settled(part.id, isValue))
      case .suspend, .cancelChildren, .addLate: break
      }
    }
    return endings
  }

  private func settled(_ id: Int, _ isValue: Bool) -> Ending {
    isValue ? .value(-id) : .failure(.settled(id))
  }

  private func requiredEndings(of location: Location) -> Set<Ending> {
    if location.asksForHeldKey { return [.failure(.keyIsHeld)] }
    guard location.part.requiresSuccess else { return workEndings(of: location.part) }
    let needed = location.part.dependencies.map { self[$0] }
    var endings: Set<Ending> = []
    if needed.contains(where: { $0.contains { !$0.isValue } }) {
      endings.insert(.failure(.dependency))
    }
    if needed.allSatisfy({ $0.contains(where: \.isValue) }) {
      endings.formUnion(workEndings(of: location.part))
    }
    return endings
  }
}
