/// Which fault is met by whom: a pure function, so that a run can be repeated and a retried request
/// can succeed.
struct FaultPlan: Sendable {
  /// From 0 to 1.
  var shares: [Fault: Double] = [:]
  /// By the photo's id: met each time.
  var always: [String: Fault] = [:]
  var seed: UInt64 = 0

  /// - Parameters:
  ///   - subject: the photo's id, or what else tells this request from others.
  ///   - turn: how many times it was asked for before.
  ///   - kinds: what the request can meet; the first that the dice choose wins.
  func fault(of subject: String, turn: Int, among kinds: [Fault]) -> Fault? {
    if let fault = always[subject] { return kinds.contains(fault) ? fault : nil }
    return kinds.first { kind in
      guard let share = shares[kind] else { return false }
      var dice = Dice(text: "\(kind.rawValue) \(turn) \(subject)", seed: seed)
      return Double.random(in: 0..<1, using: &dice) < share
    }
  }
}
