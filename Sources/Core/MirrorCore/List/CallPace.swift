import Foundation
import Pacing

/// Limits the calls to a site's API to the quotas of one key, that of the longest time across all runs of a mirror.
package actor CallPace: CallPermit {
  /// The source of time and delays.
  package struct Clock: Sendable {
    /// Seconds since 1970, so that another run can continue from it.
    var now: @Sendable () -> Double = { Date().timeIntervalSince1970 }
    /// Throws if its task is cancelled.
    var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  }

  /// The last is that of the longest time.
  private let limits: [CallLimit]
  private var buckets: [TokenBucket]
  private let clock: Clock
  private let announcer: Announcer
  private let remember: @Sendable (CallBudget) async throws -> Void
  private var isTold = false

  /// Nil if there is no limit.
  /// - Parameters:
  ///   - limits: All of them hold.
  ///   - remembered: The budget that an earlier run left of the longest time.
  ///   - remember: Called with the remaining budget before each call.
  package init?(
    _ limits: [CallLimit], remembered: CallBudget?, announcer: Announcer, clock: Clock = Clock(),
    remember: @escaping @Sendable (CallBudget) async throws -> Void
  ) {
    let limits = limits.filter { $0.count > 0 && $0.seconds > 0 }.sorted { $0.seconds < $1.seconds }
    guard let last = limits.last else { return nil }
    self.limits = limits
    self.clock = clock
    self.announcer = announcer
    self.remember = remember
    buckets = limits.dropLast().map {
      TokenBucket(atMost: $0.count, in: $0.seconds, time: clock.now())
    }
    buckets.append(
      TokenBucket(
        atMost: last.count, in: last.seconds, tokens: remembered?.tokens,
        time: remembered?.time ?? clock.now()))
  }

  /// Waits until a call is allowed, and counts it.
  package func permit() async throws {
    let now = clock.now()
    let waits = buckets.indices.map { buckets[$0].take(1, at: now) }
    if let wait = waits.max(), wait > 0 {
      tell(wait, limits[waits.firstIndex(of: wait) ?? 0])
      try await clock.sleep(.seconds(wait))
    }
    guard let bucket = buckets.last else { return }
    // Only now: a run that is stopped while it waits has made no call, so the next run waits no longer.
    try await remember(CallBudget(tokens: bucket.tokens, time: bucket.time))
  }

  /// Not of the waits between calls that follow each other too fast.
  private func tell(_ wait: Double, _ limit: CallLimit) {
    guard !isTold, limit.seconds > 60 else { return }
    isTold = true
    announcer.announce(.noted(.callsLimited(limit, wait: .seconds(wait))))
  }
}
