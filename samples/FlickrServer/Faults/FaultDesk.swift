import Locking

/// Counts how often each thing was asked for, and hands out the faults of the plan.
final class FaultDesk: Sendable {
  private let plan: FaultPlan
  private let turns = Locked<[String: Int]>([:])

  init(_ plan: FaultPlan) { self.plan = plan }

  /// The fault that a request for a picture of the photo meets.
  func picture(of photoID: String) -> Fault? {
    next(photoID, key: "picture \(photoID)", among: Fault.ofPictures)
  }

  /// The fault that a call meets.
  func call(about subject: String) -> Fault? {
    next(subject, key: "call \(subject)", among: Fault.ofCalls)
  }

  private func next(_ subject: String, key: String, among kinds: [Fault]) -> Fault? {
    // Without faults there is nothing to count, and the counts would grow with each photo.
    guard !plan.shares.isEmpty || !plan.always.isEmpty else { return nil }
    let turn = turns.withLock { turns in
      defer { turns[key, default: 0] += 1 }
      return turns[key, default: 0]
    }
    return plan.fault(of: subject, turn: turn, among: kinds)
  }
}
