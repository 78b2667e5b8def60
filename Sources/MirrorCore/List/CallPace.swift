import Foundation
import Pacing

/// Limits the calls to a site's API to the hourly quota of one key, across all runs of a mirror.
package actor CallPace {
  /// The source of time and delays.
  package struct Clock: Sendable {
    /// Seconds since 1970, so that another run can continue from it.
    var now: @Sendable () -> Double = { Date().timeIntervalSince1970 }
    /// Throws if its task is cancelled.
    var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  }

  private let limit: Int
  private var bucket: TokenBucket
  private let clock: Clock
  private let announcer: Announcer
  private let remember: @Sendable (CallBudget) async throws -> Void
  private var isTold = false

  /// Nil if there is no limit.
  /// - Parameters:
  ///   - limit: Calls an hour.
  ///   - remembered: The budget that an earlier run left.
  ///   - remember: Called with the remaining budget before each call.
  package init?(
    perHour limit: Int?, remembered: CallBudget?, announcer: Announcer, clock: Clock = Clock(),
    remember: @escaping @Sendable (CallBudget) async throws -> Void
  ) {
    guard let limit, limit > 0 else { return nil }
    self.limit = limit
    self.clock = clock
    self.announcer = announcer
    self.remember = remember
    bucket = TokenBucket(
      perHour: limit, tokens: remembered?.tokens, time: remembered?.time ?? clock.now())
  }

  /// Waits until a call is allowed, and counts it.
  func permit() async throws {
    let wait = bucket.take(1, at: clock.now())
    if wait > 0 {
      tell(wait)
      try await clock.sleep(.seconds(wait))
    }
    // Only now: a run that is stopped while it waits has made no call, so the next run waits no longer.
    try await remember(CallBudget(tokens: bucket.tokens, time: bucket.time))
  }

  private func tell(_ wait: Double) {
    guard !isTold else { return }
    isTold = true
    announcer.announce(.noted(.callsLimited(perHour: limit, wait: .seconds(wait))))
  }
}
