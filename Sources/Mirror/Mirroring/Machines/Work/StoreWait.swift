import Glibc
import MirrorCore

/// How long a worker waits for a store that is full, or that refuses what it allowed before: as for a database that is
/// down. The photos that it had claimed are given back meanwhile.
struct StoreWait: Sendable {
  static let longest = Duration.seconds(900)
  private static let pause = 10.0...20.0

  private var since: ContinuousClock.Instant?
  private var stored = 0

  /// - Parameter stored: Photos that the worker has stored so far; one more since the last failure ends the count.
  /// - Returns: How long to wait now.
  /// - Throws: `error`, if waiting does not help, or was too long.
  mutating func pause(
    after error: MirrorError, stored: Int, now: ContinuousClock.Instant = .now
  ) throws(MirrorError) -> Duration {
    guard error.isOfBusyStore else { throw error }
    if stored > self.stored { since = nil }
    (since, self.stored) = (since ?? now, stored)
    guard now - (since ?? now) < Self.longest else { throw error }
    return .seconds(.random(in: Self.pause))
  }
}

extension MirrorError {
  /// Whether a place that was used before may take photos again without another command line.
  fileprivate var isOfBusyStore: Bool {
    guard case .directory(_, let problem) = self else { return false }
    return switch problem {
    case .store, .storeCredentials, .lowSpace: true
    case .system(let code): [ENOSPC, EDQUOT].contains(code)
    default: false
    }
  }
}
