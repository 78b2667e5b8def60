/// The endings of work: of bodies, retries, groups and trees.
extension Model {
  func workEndings(of part: Part) -> Set<Ending> {
    switch part.kind {
    case .plain: [.value(part.id)]
    case .leaf(let body): endings(of: body, part.id)
    case .retry(let plan): endings(of: plan)
    case .group(let plan): groupEndings(part.id, body: endings(of: plan.body, part.id))
    case .list: groupEndings(part.id, body: [.value(part.id)])
    case .tree(let plan): TreeModel(plan).endings(of: part.id)
    }
  }

  func endings(of body: Body, _ id: Int) -> Set<Ending> {
    var endings: Set<Ending> = []
    for step in body.steps {
      switch step {
      case .run(let part, _, false), .runAlone(let part, false):
        endings.formUnion(self[part.id].filter { !$0.isValue })
        guard self[part.id].contains(where: \.isValue) else { return endings }
      default: break
      }
    }
    switch body.end {
    case .value: endings.insert(.value(id))
    case .failure: endings.insert(.failure(.own(id)))
    case .cancellation: endings.insert(.cancelled)
    }
    return endings
  }

  private func endings(of plan: RetryPlan) -> Set<Ending> {
    var endings: Set<Ending> = []
    for (index, attempt) in plan.attempts.enumerated() {
      var isRetried = false
      for ending in self[attempt.id] {
        guard case .failure(let cause) = ending else {
          endings.insert(ending)
          continue
        }
        if index + 1 == plan.attempts.count {
          endings.insert(.failure(.exhausted(cause, attempts: index + 1)))
        } else {
          isRetried = true
        }
      }
      guard isRetried else { break }
    }
    return endings
  }

  /// `body` are the endings of the group's body, without its children.
  private func groupEndings(_ id: Int, body: Set<Ending>) -> Set<Ending> {
    guard let group = layout.groups[id], group.stops else { return body }
    let judged = group.children.filter { layout[$0].isJudged }
    let mustFail = judged.contains { layout[$0].isCertain && self[$0].allSatisfy(\.isFailure) }
    let failures = judged.flatMap { self[$0].filter(\.isFailure) }
    // A body that has not ended is not waited for if it ends with a value.
    return body.filter { !mustFail || !$0.isValue }.union(failures)
  }
}
