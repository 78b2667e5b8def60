import Locking

/// What can be made to go wrong.
enum Fault: String, CaseIterable, Sendable {
  /// The connection ends before as many bytes as were promised.
  case truncate
  /// A whole, well-formed answer whose picture is cut short.
  case truncateSilently = "truncate-silent"
  /// The connection is reset in the midst of a body.
  case reset
  /// The body stops, the connection stays open.
  case stall
  /// A page of HTML with status 200, said to be what was asked for.
  case html
  /// A redirect to a picture that says that there is none.
  case placeholder
  case forbidden = "403"
  /// 403 for sizes above 1024 pixels alone, as for photos of free accounts.
  case forbiddenAbove1024 = "403-large"
  case notFound = "404"
  case gone = "410"
  /// 429 with Retry-After.
  case tooMany = "429"
  /// The API's error 105.
  case unavailable = "105"

  /// Those that pictures meet; calls meet the others.
  static let ofPictures: [Fault] = allCases.filter { $0 != .unavailable }
  /// What happens within a picture's body; nil for what is decided before it.
  var ofBody: Fault? {
    [.truncate, .truncateSilently, .reset, .stall].contains(self) ? self : nil
  }
  static let ofCalls: [Fault] = [.html, .tooMany, .unavailable]
}

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
