import Foundation
import Operations

/// The comparison of a run with the model, at its end.
extension ProgramRun {
  func compare() {
    for id in layout.ids { checks.note(id, with: made(id)?.ending(of: id)) }
    for id in layout.ids {
      guard let record = checks.change({ $0.records[id] }), record.isTaken else { continue }
      let operation = operation(id)
      checks.check(operation?.isFinished ?? true, "#\(id) has not finished")
      compareEnding(id)
      compareEvents(record, layout[id])
      if let operation = operation as? any AnyGroup { compareGroup(operation, record, id) }
      compareParts(layout[id].part, record, operation)
    }
  }

  /// A group has finished: so have its children.
  func checkChildren(of id: Int) {
    let children = checks.change { $0.records[id]?.children ?? [] }
    let left = children.filter { operation($0)?.isFinished == false }
    checks.check(left.isEmpty, "#\(id) has finished before its children \(left)")
  }

  func ending(_ id: Int) -> Ending? { checks.change { $0.records[id]?.ending } }

  private func compareEnding(_ id: Int) {
    guard let ending = ending(id) else { return }
    let allowed = model[id]
    if layout[id].part.isPrevented {
      let begins = checks.change { $0.records[id]?.begins }
      checks.check(begins == 0, "#\(id) began, and had an outcome before")
    }
    checks.check(allowed.contains(ending), "#\(id) ended with \(ending), not one of \(allowed)")
  }

  private func compareEvents(_ record: Record, _ location: Location) {
    let (id, events) = (location.part.id, record.events)
    guard location.part.isObserved else { return }
    let count = { (event: Record.Event) in events.count { $0 == event } }
    let frame = events.filter { [.enqueued, .started, .willFinish, .finished].contains($0) }
    let isChild = location.group.map { $0 > 0 || program.host.isAsyncQueue } ?? false
    let begin: [Record.Event] = isChild ? [.enqueued] : []
    let whole: [Record.Event] = begin + [.started, .willFinish, .finished]
    let hasBegun = record.begins > 0
    checks.check(
      frame == whole || !hasBegun && frame == begin + [.willFinish, .finished],
      "#\(id), which \(hasBegun ? "began" : "never began"), has the events \(events)")
    checks.check(events.last == .finished, "#\(id) has events after its end: \(events)")
    guard layout.groups[id] != nil else { return }
    checks.check(
      !location.part.tellsOfAllChildren || count(.produced) == record.children.count,
      "#\(id) produced \(count(.produced)) of \(record.children)")
    checks.check(
      record.completed == record.children.count && record.total == record.completed,
      "#\(id): \(record.completed) of \(record.total) at the end, and \(record.children)")
  }

  private func compareGroup(_ group: any AnyGroup, _ record: Record, _ id: Int) {
    let tally = group.tally
    checks.check(tally.total == record.children.count, "#\(id): \(tally) of \(record.children)")
    let endings = record.children.compactMap { ending($0) }
    if endings.count == record.children.count {
      let counted = GroupTally(
        succeeded: endings.count(where: \.isValue), failed: endings.count(where: \.isFailure),
        cancelled: endings.count { $0 == .cancelled })
      checks.check(tally == counted, "#\(id): \(tally), and its children \(endings)")
    }
    guard layout.groups[id]?.stops == true, ending(id) == .value(id) else { return }
    let failed = record.children.filter {
      layout[$0].isJudged && !layout[$0].isLate && ending($0)?.isFailure == true
    }
    checks.check(failed.isEmpty, "#\(id) has a value, and the failed children \(failed)")
  }

  private func compareParts(_ part: Part, _ record: Record, _ operation: Operation?) {
    switch part.kind {
    case .leaf, .plain, .group: break
    case .list(let plan): compareList(plan, part, record, operation)
    case .retry(let plan): compareRetry(plan, part, record)
    case .tree(let plan): compareTree(plan, part.id, operation)
    }
  }
}

extension Program.Host {
  fileprivate var isAsyncQueue: Bool { if case .asyncQueue = self { true } else { false } }
}
