import Operations
import ProviderKit

extension RetryPolicy {
  /// For everything that goes over the network: tries again what may pass, later each time, and
  /// when the server says so. A host that is out of reach is tried for as long as the engine tries it.
  static func network(attempts: Int, retriesOutages: Bool) -> RetryPolicy {
    return RetryPolicy(
      attempts: retriesOutages ? .max : attempts,
      backoff: .exponential(base: .milliseconds(500), cap: .seconds(30))
    ) { error, attempt in
      // The engine closes the host for longer and longer, and for no longer than its time.
      if retriesOutages, (error as? FetchError)?.isOutage ?? false {
        return .retryAfter(.milliseconds(500))
      }
      guard attempt < attempts else { return .giveUp }
      switch error {
      // Once more, over a new connection: where the listing is wrong it stays so.
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

extension RetryFacts {
  init(_ notice: RetryNotice, photo: PhotoFacts?) {
    self.init(
      photo: photo, reason: notice.error.reason, attempt: notice.attempt, delay: notice.delay,
      isOffline: (notice.error as? FetchError)?.isOutage ?? false)
  }
}

extension Error {
  /// What a provider said, at the last attempt where there were more.
  var providerFailure: ProviderFailure? {
    (self as? RetryExhausted)?.underlying.providerFailure ?? self as? ProviderFailure
  }

  /// A sentence for people.
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
