import Locking

/// The hosts that were given up during a run, with the photos that failed for it.
final class DeadHosts: Sendable {
  private struct State {
    /// The number of failures by the reason, which names the host.
    var failures: [String: Int] = [:]
    /// The photos, as far as they matter.
    var ids: Set<Int64> = []
    /// Photos in a row, of any of these hosts.
    var row = 0
  }

  /// This many photos are the failure of their hosts rather than of each photo.
  static let most = 16
  /// This many photos in a row end the listing: the rest of it would fail too.
  static let longestRow = 10_000
  /// Reasons that are told apart, and those that are named at the end.
  private static let mostReasons = 1000
  private static let mostNamed = 5

  private let state = Locked(State())

  /// - Returns: The photos in a row that failed so.
  func note(_ reason: String, of id: Int64) -> Int {
    state.withLock { state in
      if state.ids.count < Self.most { state.ids.insert(id) }
      state.row += 1
      if state.failures[reason] != nil || state.failures.count < Self.mostReasons {
        state.failures[reason, default: 0] += 1
      }
      return state.row
    }
  }

  /// A photo was stored.
  func noteSuccess() { state.withLock { $0.row = 0 } }

  /// Whether the hosts are named at the end of the run.
  var areNamed: Bool { state.withLock { $0.ids.count >= Self.most } }

  /// Names the hosts, those with the most failures first; nil if few photos failed.
  var failure: MirrorError? {
    guard areNamed else { return nil }
    let reasons = state.withLock(\.failures)
      .sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
    let rest = reasons.count - Self.mostNamed
    return .source(
      (reasons.prefix(Self.mostNamed) + (rest > 0 ? ["and \(rest) more hosts"] : []))
        .joined(separator: "; "), .passing)
  }
}
