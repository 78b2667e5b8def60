import Foundation
import Pacing

/// Keeps the calls of a site's API to what one key may make in an hour, over all runs of a mirror.
package actor CallPace {
  /// Where the time and the waiting come from.
  package struct Clock: Sendable {
    /// Seconds since 1970: what another run can go on from.
    var now: @Sendable () -> Double = { Date().timeIntervalSince1970 }
    /// Throws where its task is cancelled.
    var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  }

  private let limit: Int
  private var bucket: TokenBucket
  private let clock: Clock
  private let announcer: Announcer
  private let remember: @Sendable (CallBudget) async throws -> Void
  private var isTold = false

  /// Nil where there is no limit.
  /// - Parameters:
  ///   - limit: calls.
  ///   - remembered: what an earlier run had left.
  ///   - remember: is told what is left, before each call.
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

  /// Returns when a call may be made, which then counts as made.
  func permit() async throws {
    let wait = bucket.take(1, at: clock.now())
    if wait > 0 {
      tell(wait)
      try await clock.sleep(.seconds(wait))
    }
    // Only now: a run that was stopped while it waited has made no call, and the next waits no longer.
    try await remember(CallBudget(tokens: bucket.tokens, time: bucket.time))
  }

  private func tell(_ wait: Double) {
    guard !isTold else { return }
    isTold = true
    announcer.announce(
      .noted(
        NoteFacts(
          "\(limit) calls an hour are allowed: the next is in \(Int(wait.rounded(.up))) s, and they are"
            + " spread from now on", isDetail: false)))
  }
}
