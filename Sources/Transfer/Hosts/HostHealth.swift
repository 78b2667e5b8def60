/// How one host has been answering, and what follows for the transfers that wait for it: a pause
/// when it puts requests off, single tries and then a circuit breaker when it does not answer, and
/// how many transfers at once it is given.
///
/// Pure but for its own state, and of one thread: the clock and the dice are handed in. A transfer
/// that began before the host was last closed says nothing new, so that sixteen at once that fail
/// together count as one wave. A class, because it is asked after each transfer.
final class HostHealth {
  typealias Instant = SuspendingClock.Instant

  /// How a transfer ended, as far as it tells about the host.
  enum Observation: Equatable {
    /// With a response, whatever it says.
    case answered
    /// With a response that broke off or stalled.
    case brokenOff
    /// With 429 or 503, and the time that the server asks for.
    case pushedBack(Duration?)
    /// Without a response.
    case failed
  }

  /// What follows at once.
  enum Verdict: Equatable {
    case none
    /// No transfer begins for so long.
    case pause(Duration)
    /// Those that wait fail, and so do new ones for a while.
    case giveUp
  }

  private let limits: HostLimits
  private var allowed: HostWidth
  private var failures = 0
  private var probes = 0
  /// Since when no transfer was answered; nil: the last was.
  private var failingSince: Instant?
  private var pushBacks = 0
  private var closedAt: Instant?
  private var closedUntil: Instant?
  private var givenUpUntil: Instant?

  /// - Parameter width: how many transfers at once are allowed.
  init(_ limits: HostLimits, width: Int) {
    self.limits = limits
    allowed = HostWidth(most: width)
  }

  /// How many transfers the host may have at once.
  var width: Int { isProbing ? 1 : allowed.width }

  /// Whether one transfer alone may try, to see if the host is back.
  var isProbing: Bool { failures >= limits.failures }

  /// Whether a transfer must not even wait.
  func isGivenUp(at now: Instant) -> Bool { givenUpUntil.map { now < $0 } ?? false }

  /// Why it was given up.
  var complaint: String?

  /// Takes note of how a transfer ended.
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
      // What the server asks for counts, also when it is the second to be told.
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
    // The last try is made when the time ends, not later.
    let pause = backoff(probes + 1, roll)
    return close(for: isTimed ? min(pause, since + limits.outage - now) : pause, now: now)
  }

  private func close(for pause: Duration, now: Instant) -> Verdict {
    let until = now + pause
    guard until > closedUntil ?? now else { return .none }
    (closedAt, closedUntil) = (now, until)
    return .pause(pause)
  }

  /// After the rest one failure more is enough to give up again.
  private func giveUp(now: Instant) -> Verdict {
    (probes, pushBacks) = (max(0, limits.probes - 1), max(0, limits.pushBacks - 1))
    closedAt = now
    givenUpUntil = now + limits.rest
    return .giveUp
  }

  /// A random part (full jitter) of `base`, 2 `base`, 4 `base` …, of `cap` at most.
  private func backoff(_ number: Int, _ roll: Double) -> Duration {
    let doubled = limits.base * (1 << min(number - 1, 16))
    return min(doubled, limits.cap) * min(max(roll, 0), 1)
  }
}
