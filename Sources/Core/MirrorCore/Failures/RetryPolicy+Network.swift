import Locking
import Operations
import ProviderKit

extension RetryPolicy {
  /// The policy of all network operations: retries transient failures after increasing delays, or after the
  /// delay that the server requests. An unreachable host is retried for as long as the network retries it.
  static func network(attempts: Int, retriesOutages: Bool) -> RetryPolicy {
    return RetryPolicy(
      attempts: retriesOutages ? .max : attempts,
      backoff: .exponential(base: .milliseconds(500), cap: .seconds(30))
    ) { error, attempt in
      // The network stops requests to the host for increasing times, up to its limit.
      if retriesOutages, (error as? FetchError)?.isOutage ?? false {
        return .retryAfter(.milliseconds(500))
      }
      guard attempt < attempts else { return .giveUp }
      switch error {
      // Once more, over a new connection: if the listing is wrong, that does not help.
      case let error as FetchError where error.kind == .inconsistent:
        return attempt == 1 ? .retry : .giveUp
      case let error as FetchError where error.isTransient:
        return error.retryAfter.map { Decision.retryAfter($0) } ?? .retry
      case let failure as ProviderFailure where failure.kind == .retryLater: return .retry
      default: return .giveUp
      }
    }
  }
}

extension RetryPolicy {
  /// Also retries a request that is answered by server errors, for `time` from the first of them: without its
  /// listing a run has nothing to do. Its delays grow.
  /// - Parameter now: The time since any fixed instant.
  func waitingOutErrors(
    for time: Duration, now: @escaping @Sendable () -> Duration = Self.sinceStart
  ) -> RetryPolicy {
    guard time > .zero else { return self }
    var policy = self
    let errors = Locked((count: 0, first: Duration?.none))
    policy.attempts = .max
    policy.decide = { [attempts, backoff, decide] error, attempt in
      let isServerError = (error as? FetchError)?.isServerError ?? false
      let (others, first) = errors.withLock { errors in
        if isServerError { errors = (errors.count + 1, errors.first ?? now()) }
        return (attempt - errors.count, errors.first)
      }
      guard isServerError, let first else {
        return others < attempts ? await decide(error, others) : .giveUp
      }
      let rest = first + time - now()
      guard rest > .zero else { return .giveUp }
      let delay = (error as? FetchError)?.retryAfter ?? backoff.delay(after: attempt)
      return .retryAfter(min(rest, delay))
    }
    return policy
  }

  private static let start = ContinuousClock.now

  @Sendable private static func sinceStart() -> Duration { start.duration(to: .now) }
}

extension FetchError {
  /// Whether the site, or a gateway before it, is out of order (RFC 9110, section 15.6).
  fileprivate var isServerError: Bool {
    [.status(500), .status(502), .status(503), .status(504)].contains(kind)
  }
}

extension RetryFacts {
  /// - Parameter retryLimit: For how long a server that cannot be reached is retried.
  init(_ notice: RetryNotice, photo: PhotoFacts?, retryLimit: Duration = .zero) {
    let error = notice.error as? FetchError
    self.init(
      photo: photo, reason: notice.error.reason, attempt: notice.attempt, delay: notice.delay,
      isOffline: error.map { $0.isOutage && !$0.isServerError } ?? false, host: error?.host,
      cause: error?.cause,
      isAsked: error?.retryAfter != nil, retryLimit: retryLimit > .zero ? retryLimit : nil)
  }
}

extension Error {
  /// The provider's failure, at the last attempt if there were several.
  var providerFailure: ProviderFailure? {
    (self as? RetryExhausted)?.underlying.providerFailure ?? self as? ProviderFailure
  }

  /// A sentence for users.
  var reason: String {
    switch self {
    case let exhausted as RetryExhausted: exhausted.underlying.reason
    case let error as FetchError: error.message
    case let failure as ProviderFailure: failure.message
    case let failure as PhotoFailure: failure.reason
    case let error as MirrorError: error.message
    default: "\(self)"
    }
  }
}
