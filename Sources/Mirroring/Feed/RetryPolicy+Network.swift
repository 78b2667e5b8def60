import Operations
import ProviderKit
import Transfer

extension RetryPolicy {
  /// For everything that goes over the network: tries again what may pass, later each time, and
  /// when the server says so.
  static func network(attempts: Int) -> RetryPolicy {
    RetryPolicy(
      attempts: attempts, backoff: .exponential(base: .milliseconds(500), cap: .seconds(30))
    ) { error, _ in
      switch error {
      case let error as TransferError where error.isTransient:
        error.retryAfter.map { Decision.retryAfter($0) } ?? .retry
      case let failure as ProviderFailure where failure.kind == .retryLater: .retry
      default: .giveUp
      }
    }
  }
}

extension RetryFacts {
  init(_ notice: RetryNotice, photo: PhotoFacts?) {
    self.init(
      photo: photo, reason: notice.error.reason, attempt: notice.attempt, delay: notice.delay)
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
    case let error as TransferError: error.message
    case let failure as ProviderFailure: failure.message
    case let failure as PhotoFailure: failure.reason
    case let error as MirrorError: error.message
    default: "\(self)"
    }
  }
}
