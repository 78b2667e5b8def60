/// State of one host: a pause after push-backs, single tries and then a circuit breaker if it does
/// not answer, and how many transfers run at once.
///
/// Pure, and belongs to one thread: clock and random numbers are passed in. A transfer that began
/// before the host was last closed adds nothing, so that sixteen transfers which fail together
/// count as one failure. A class, because it is updated after each transfer.
final class HostHealth {
  typealias Instant = SuspendingClock.Instant

  /// The result of a transfer as far as it concerns the host.
  enum Observation: Equatable {
    /// A response, whatever it says.
    case answered
    /// A response that was interrupted or stalled.
    case brokenOff
    /// 429 or 503, with the pause that the server asks for.
    case pushedBack(Duration?)
    /// No response.
    case failed
  }

  /// What follows from an observation.
  enum Verdict: Equatable {
    case none
    /// No transfer starts for this time.
    case pause(Duration)
    /// Waiting transfers fail, and so do new ones for a while.
    case giveUp
  }

  private let limits: HostLimits
  private var allowed: HostWidth
  private var failures = 0
  private var probes = 0
  /// Since when no transfer was answered; nil if the last one was.
  private var failingSince: Instant?
  private var pushBacks = 0
  private var closedAt: Instant?
  private var closedUntil: Instant?
  private var givenUpUntil: Instant?

  /// - Parameters:
  ///   - width: how many transfers at once are allowed.
  ///   - rate: How many answers a second this machine can take, if the number is to follow the latency.
  init(_ limits: HostLimits, width: Int, rate: Double? = nil) {
    self.limits = limits
    allowed = HostWidth(most: width, rate: rate)
  }

  /// A response began this long after its request.
  func note(latency: Duration) { allowed.note(latency: latency) }

  /// How many transfers the host may have at once.
  var width: Int { isProbing ? 1 : allowed.width }

  /// Whether only single transfers try the host.
  var isProbing: Bool { failures >= limits.failures }

  /// Whether new transfers fail at once.
  func isGivenUp(at now: Instant) -> Bool { givenUpUntil.map { now < $0 } ?? false }

  /// Why it was given up.
  var complaint: String?

  /// Records the result of a transfer.
  /// - Parameters:
  ///   - began: when it began.
  ///   - roll: a random number from 0 to 1, for the jitter.
  func note(
    _ observation: Observation, began: Instant, now: Instant, roll: @autoclosure () -> Double
  ) -> Verdict {
    let isStale = closedAt.map { began < $0 } ?? false
    switch observation {
    case .answered, .brokenOff:
      (failures, probes, failingSince, givenUpUntil) = (0, 0, nil, nil)
      if !isStale { pushBacks = 0 }
      if observation == .brokenOff {
        allowed.decrease(isPushBack: false, began: began, now: now)
      } else {
        allowed.increase(began: began)
      }
      return .none
    case .pushedBack(let wanted):
      (failures, probes, failingSince, givenUpUntil) = (0, 0, nil, nil)
      allowed.decrease(isPushBack: true, began: began, now: now)
      return pushedBack(wanted, isStale: isStale, now: now, roll: roll())
    case .failed:
      if !isProbing { allowed.decrease(isPushBack: false, began: began, now: now) }
      return failed(isStale: isStale, now: now, roll: roll())
    }
  }

  private func pushedBack(
    _ wanted: Duration?, isStale: Bool, now: Instant, roll: Double
  ) -> Verdict {
    guard !isStale else {
      // The server's own pause counts also for a transfer that began before the pause.
      return wanted.map { close(for: $0, now: now) } ?? .none
    }
    pushBacks += 1
    guard pushBacks < limits.pushBacks else { return giveUp(now: now) }
    return close(for: wanted ?? backoff(pushBacks, roll), now: now)
  }

  private func failed(isStale: Bool, now: Instant, roll: Double) -> Verdict {
    let since = failingSince ?? now
    failingSince = since
    let isTimed = limits.outage > .zero
    if isTimed, !isStale, now - since >= limits.outage { return giveUp(now: now) }
    if !isProbing {
      failures += 1
      guard isProbing else { return .none }
    } else {
      guard !isStale else { return .none }
      probes += 1
      guard isTimed || probes < limits.probes else { return giveUp(now: now) }
    }
    // The last try is made when the time is over, not later.
    let pause = backoff(probes + 1, roll)
    return close(for: isTimed ? min(pause, since + limits.outage - now) : pause, now: now)
  }

  private func close(for pause: Duration, now: Instant) -> Verdict {
    let until = now + pause
    guard until > closedUntil ?? now else { return .none }
    (closedAt, closedUntil) = (now, until)
    return .pause(pause)
  }

  /// After the rest, one more failure gives the host up again.
  private func giveUp(now: Instant) -> Verdict {
    (probes, pushBacks) = (max(0, limits.probes - 1), max(0, limits.pushBacks - 1))
    closedAt = now
    givenUpUntil = now + limits.rest
    return .giveUp
  }

  /// Full jitter: a random part of `base`, 2 `base`, 4 `base` …, at most `cap`.
  private func backoff(_ number: Int, _ roll: Double) -> Duration {
    let doubled = limits.base * (1 << min(number - 1, 16))
    return min(doubled, limits.cap) * min(max(roll, 0), 1)
  }
}

/// Limits for a host that pushes requests back or does not answer.
package struct HostLimits: Sendable {
  /// Consecutive transfers without an answer after which the host is tried by one transfer at a
  /// time.
  package var failures = 8
  /// How many of those single tries fail before the host is given up.
  package var probes = 5
  /// How long a host that does not answer is tried, however many tries fail; zero: `probes` decides.
  package var outage = Duration.zero
  /// Consecutive push-backs after which the host is given up.
  package var pushBacks = 12
  /// The first pause if the server names none; each further one may be twice as long.
  package var base = Duration.seconds(1)
  /// Limit for pauses that the server does not name.
  package var cap = Duration.seconds(60)
  /// How long a host stays given up; after that one transfer tries it.
  package var rest = Duration.seconds(300)

  /// The defaults: a host without answers is given up after about half a minute and 13 attempts.
  package init() {}
}
