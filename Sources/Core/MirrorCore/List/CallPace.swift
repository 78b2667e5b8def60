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
  private var isSpread = false
  /// The end of the pause that was reported last, in seconds since 1970.
  private var pausedUntil = 0.0

  /// A shorter wait between calls is not a pause.
  private static let pause = 60.0

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
      report(wait, of: limits[waits.firstIndex(of: wait) ?? 0], at: now)
      try await clock.sleep(.seconds(wait))
    }
    guard let bucket = buckets.last else { return }
    // Only now: a run that is stopped while it waits has made no call, so the next run waits no longer.
    try await remember(CallBudget(tokens: bucket.tokens, time: bucket.time))
  }

  /// Once that calls are spread, and each pause; not the waits between calls that follow each other too fast.
  private func report(_ wait: Double, of limit: CallLimit, at now: Double) {
    guard wait >= Self.pause ? now >= pausedUntil : !isSpread && limit.seconds > 60 else { return }
    isSpread = true
    if wait >= Self.pause { pausedUntil = now + wait }
    let until = Int64(min(max(0, now + wait), 253_402_300_799).rounded(.up))
    announcer.announce(.noted(.callsLimited(limit, wait: .seconds(wait), until: until)))
  }
}
