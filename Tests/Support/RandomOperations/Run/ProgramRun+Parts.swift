import Foundation
import Operations

/// The comparison of lists, retries and trees with their children, attempts and inputs.
extension ProgramRun {
  func compareList(
    _ plan: ListPlan, _ part: Part, _ record: Record, _ operation: Operation?
  ) {
    let ids = plan.children.map(\.id)
    let taken = record.children.filter { Set(ids).contains($0) }
    checks.check(
      taken == Array(ids.prefix(taken.count)), "#\(part.id) has taken \(taken) of \(ids)")
    guard ending(part.id) == .value(part.id) else { return }
    checks.check(taken == ids, "#\(part.id) has a value, and has taken \(taken) of \(ids)")
    if let list = operation as? AsyncOperation<[Outcome<Int>]> {
      let outcomes = list.settledOutcome?.value ?? []
      checks.check(outcomes.count == ids.count, "#\(part.id): \(outcomes.count) of \(ids.count)")
      for (id, outcome) in zip(ids, outcomes) {
        let (listed, own) = (Ending(outcome, of: id), ending(id))
        checks.check(
          own ?? listed == listed, "#\(part.id) lists \(listed) for #\(id): \(own ?? listed)")
        checks.check(model[id].contains(listed), "#\(part.id) lists \(listed) for #\(id)")
      }
    }
    if let counts = operation as? AsyncOperation<GroupTally>, record.children == ids {
      let counted = counts.settledOutcome?.value
      let tally = (operation as? any AnyGroup)?.tally
      checks.check(
        counted == tally,
        "#\(part.id): \(String(describing: counted)), not \(String(describing: tally))")
    }
  }

  func compareRetry(_ plan: RetryPlan, _ part: Part, _ record: Record) {
    let ending = ending(part.id)
    if part.isObserved {
      let notices = record.events.count { $0 == .retrying }
      // It may end from outside in a pause.
      let isRight = notices == max(record.attempts - 1, 0) || notices == record.attempts
      checks.check(
        isRight, "#\(part.id) tells of \(notices) retries, and makes \(record.attempts) attempts")
    }
    guard let ending, ending != .cancelled,
      plan.attempts.indices.contains(record.attempts - 1),
      let last = self.ending(plan.attempts[record.attempts - 1].id)
    else { return }
    if case .failure(let cause) = last {
      let exhausted = Ending.failure(.exhausted(cause, attempts: record.attempts))
      let isRight = ending == exhausted && record.attempts == plan.attempts.count
      checks.check(isRight || isSettled(ending, part.id), "#\(part.id): \(ending) after \(last)")
    } else {
      checks.check(
        ending == last || isSettled(ending, part.id), "#\(part.id): \(ending) after \(last)")
    }
  }

  private func isSettled(_ ending: Ending, _ id: Int) -> Bool {
    ending == .value(-id) || ending == .failure(.settled(id))
  }

  func compareTree(_ plan: TreePlan, _ id: Int, _ operation: Operation?) {
    guard let tree = operation as? AsyncOperation<SubtreeSummary>,
      let summary = tree.settledOutcome?.value
    else { return }
    let prediction = TreeModel(plan).prediction
    let record = checks.change { $0.trees[id] } ?? TreeRecord()
    checks.check(summary == prediction.summary, "#\(id): \(summary), not \(prediction.summary)")
    checks.check(record.finished == prediction.finished, "#\(id): \(record.finished) finished")
    checks.check(record.attempts == prediction.attempts, "#\(id): the attempts \(record.attempts)")
  }
}
