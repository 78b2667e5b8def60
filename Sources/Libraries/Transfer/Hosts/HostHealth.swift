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
    /// A response that says that no request is left before the end of this time.
    case spent(Duration)
    /// A response that was interrupted or stalled.
    case brokenOff
    /// A response that did not end within its deadline.
    case overdue
    /// 500, 502 or 504.
    case erred
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
  /// Since when requests are pushed back; nil if the last one was not.
  private var pushedBackSince: Instant?
  /// Responses in a row that did not end within their deadlines.
  private var overdue = 0
  /// The addresses answered by server errors since the last other answer, as far as they matter.
  private var erring: Set<String> = []
  /// Whether a request was answered by anything but a server error.
  private var hasAnswered = false
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

  /// Whether the host answers and never failed, erred or pushed back: without its state nothing is lost but a width that
  /// has grown.
  var isSound: Bool {
    hasAnswered && erring.isEmpty && failures == 0 && closedUntil == nil && allowed.hasOnlyGrown
  }

  /// The answers of a host that is out of order as a whole, if it gives nothing else (RFC 9110 15.6).
  static let serverErrors: Set<Int> = [500, 502, 503, 504]

  /// Records that a file was answered by a server error.
  func noteError(at address: String) {
    if erring.count < limits.errors { erring.insert(address) }
  }

  /// Whether the host gives nothing but server errors. A host that has answered needs several of them: single
  /// files may be broken for good.
  var isErring: Bool {
    limits.outage > .zero && erring.count >= (hasAnswered ? limits.errors : 1)
  }

  /// Records the result of a transfer.
  /// - Parameters:
  ///   - began: when it began.
  ///   - roll: a random number from 0 to 1, for the jitter.
  func note(
    _ observation: Observation, began: Instant, now: Instant, roll: @autoclosure () -> Double
  ) -> Verdict {
    let isStale = closedAt.map { began < $0 } ?? false
    switch observation {
    case .erred where isErring:
      if !isProbing { allowed.decrease(isPushBack: false, began: began, now: now) }
      return failed(isStale: isStale, now: now, roll: roll())
    case .answered, .brokenOff, .overdue, .erred, .spent:
      (failures, probes, failingSince, givenUpUntil) = (0, 0, nil, nil)
      if observation != .erred { (erring, hasAnswered) = ([], true) }
      if !isStale { (pushBacks, pushedBackSince) = (0, nil) }
      return answered(observation, began: began, now: now)
    case .pushedBack(let wanted):
      (failures, probes, failingSince, givenUpUntil) = (0, 0, nil, nil)
      allowed.decrease(isPushBack: true, began: began, now: now)
      return pushedBack(wanted, isStale: isStale, now: now, roll: roll())
    case .failed:
      if !isProbing { allowed.decrease(isPushBack: false, began: began, now: now) }
      return failed(isStale: isStale, now: now, roll: roll())
    }
  }

  private func answered(_ observation: Observation, began: Instant, now: Instant) -> Verdict {
    guard observation == .brokenOff || observation == .overdue else {
      allowed.increase(began: began)
      overdue = 0
      guard case .spent(let pause) = observation else { return .none }
      return close(for: pause, now: now)
    }
    allowed.decrease(isPushBack: false, began: began, now: now)
    if observation == .overdue { overdue += 1 }
    guard overdue >= limits.overdue else { return .none }
    overdue = 0
    return giveUp(now: now)
  }

  private func pushedBack(
    _ wanted: Duration?, isStale: Bool, now: Instant, roll: Double
  ) -> Verdict {
    guard !isStale else {
      // The server's own pause counts also for a transfer that began before the pause.
      return wanted.map { close(for: $0, now: now) } ?? .none
    }
    pushBacks += 1
    let since = pushedBackSince ?? now
    pushedBackSince = since
    guard pushBacks < limits.pushBacks || now - since < limits.outage else {
      return giveUp(now: now)
    }
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
