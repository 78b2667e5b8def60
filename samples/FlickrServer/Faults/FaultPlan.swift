import Locking

/// The faults that the server can simulate.
enum Fault: String, CaseIterable, Sendable {
  /// The connection ends before the promised length.
  case truncate
  /// A complete response with a truncated image.
  case truncateSilently = "truncate-silent"
  /// The connection is reset within a body.
  case reset
  /// The body stops, the connection stays open.
  case stall
  /// An HTML page with status 200 and the expected content type.
  case html
  /// A redirect to an image that says that the photo is unavailable.
  case placeholder
  case forbidden = "403"
  case notFound = "404"
  case gone = "410"
  /// 429 with Retry-After.
  case tooMany = "429"
  /// 503 without Retry-After, as from a gateway.
  case overloaded = "503"
  /// The API's error 105.
  case unavailable = "105"
  /// The connection of a call ends before the promised length.
  case cutCall = "cut-call"

  /// Faults of images; the others are for calls.
  static let ofPictures: [Fault] = allCases.filter { ![.unavailable, .cutCall].contains($0) }
  static let ofCalls: [Fault] = [.html, .tooMany, .overloaded, .unavailable, .cutCall]

  /// Faults within an image's body; nil for those decided before it.
  var ofBody: Fault? {
    [.truncate, .truncateSilently, .reset, .stall].contains(self) ? self : nil
  }
}

/// Which request gets which fault: a pure function, so that a run can be repeated and a retry can
/// succeed.
struct FaultPlan: Sendable {
  /// The share of requests for each fault, from 0 to 1.
  var shares: [Fault: Double] = [:]
  /// Faults of single photos by id, for every request.
  var always: [String: Fault] = [:]
  var seed: UInt64 = 0

  /// - Parameters:
  ///   - subject: the photo's id, or another identification of the request.
  ///   - turn: how many times it was requested before.
  ///   - kinds: the possible faults; the first that the random choose is used.
  func fault(of subject: String, turn: Int, among kinds: [Fault]) -> Fault? {
    if let fault = always[subject] { return kinds.contains(fault) ? fault : nil }
    return kinds.first { kind in
      guard let share = shares[kind] else { return false }
      var random = SeededGenerator(text: "\(kind.rawValue) \(turn) \(subject)", seed: seed)
      return Double.random(in: 0..<1, using: &random) < share
    }
  }
}

/// Counts the requests for each subject and chooses their faults.
final class FaultDesk: Sendable {
  private let state: Locked<(plan: FaultPlan, turns: [String: Int])>

  init(_ plan: FaultPlan) { state = Locked((plan, [:])) }

  /// Replaces the shares and the seed, and begins to count anew.
  func change(_ shares: [Fault: Double], seed: UInt64) {
    state.withLock { state in
      (state.turns, state.plan.shares, state.plan.seed) = ([:], shares, seed)
    }
  }

  /// The fault for a request of a photo's image.
  func picture(of photoID: String) -> Fault? {
    next(photoID, key: "picture \(photoID)", among: Fault.ofPictures)
  }

  /// The fault for a call.
  func call(about subject: String) -> Fault? {
    next(subject, key: "call \(subject)", among: Fault.ofCalls)
  }

  private func next(_ subject: String, key: String, among kinds: [Fault]) -> Fault? {
    let (plan, turn) = state.withLock { state in
      // Without faults the counts are not needed, and would grow with each photo.
      guard !state.plan.shares.isEmpty || !state.plan.always.isEmpty else { return (state.plan, 0) }
      defer { state.turns[key, default: 0] += 1 }
      return (state.plan, state.turns[key, default: 0])
    }
    return plan.fault(of: subject, turn: turn, among: kinds)
  }
}
