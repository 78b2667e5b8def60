import Operations
import ProviderKit
import Transfer

/// Why one photo could not be mirrored; the others go on.
struct PhotoFailure: Error, Sendable {
  /// What another try is worth.
  enum Prospect: Sendable, Hashable {
    /// Another run may well succeed.
    case passing
    /// A second look in this run is worth it, a third is hope: a CDN that may not have it yet.
    case doubtful
    /// The site has said no: that this photo is not to be had.
    case gone
    /// The site gives a file of a kind that is not kept: recorded as a refusal, though the site has not
    /// said no.
    case unwanted
    /// Another run fares no better until something changes, and the site has not said no.
    case lasting
  }

  let stage: FailureFacts.Stage
  /// A sentence in lower case without a period.
  let reason: String
  let prospect: Prospect
  var attempts = 1
  /// The host was given up: more photos will fail the same way.
  var isHostDown = false

  /// Whether the run's end may see it come.
  var isWorthSecondTry: Bool { prospect == .passing || prospect == .doubtful }

  /// Whether the site refused the photo.
  var isSiteRefusal: Bool { prospect == .gone || prospect == .doubtful }

  /// Whether asking again in each run is of no use: the photo becomes unavailable if this is confirmed.
  var isRefusal: Bool { isSiteRefusal || prospect == .unwanted }
}

extension PhotoFailure {
  /// What an error of a stage means for its photo.
  /// - Throws: a ``MirrorError`` that stops the run.
  init(_ error: any Error, at stage: FailureFacts.Stage) throws(MirrorError) {
    switch error {
    case let exhausted as RetryExhausted:
      self = try PhotoFailure(exhausted.underlying, at: stage)
      attempts = exhausted.attempts
    case let fatal as MirrorError: throw fatal
    case let failure as PhotoFailure: self = failure
    case let failure as FileError:
      guard failure.isOfEntry else { throw failure.error }
      self.init(stage: stage, reason: failure.error.message, prospect: .lasting)
    case let error as TransferError:
      if case .localFile(let code) = error.kind, MirrorError.isFatal(errno: code) {
        throw MirrorError(error)
      }
      // What a proxy wants it wants for every photo.
      if error.kind == .proxy { throw MirrorError(error) }
      self.init(stage: stage, reason: error.reason, prospect: error.prospect)
      isHostDown = error.kind == .hostDown
    case let failure as ProviderFailure:
      if failure.kind == .setting { throw MirrorError(failure) }
      let code = failure.code.map { " (code \($0))" } ?? ""
      self.init(stage: stage, reason: failure.message + code, prospect: failure.kind.prospect)
    default:
      self.init(stage: stage, reason: "\(error)", prospect: .lasting)
    }
  }
}

extension TransferError {
  /// Beside passing errors, a page that stood where the photo should may pass.
  fileprivate var prospect: PhotoFailure.Prospect {
    switch kind {
    case .status(404): .doubtful
    // What is wrong with a file here is nothing that the site has said.
    case .refused, .truncated, .hostDown, .localFile: .passing
    // 407 is a proxy's (RFC 9110 15.5.8).
    case .status(407): .lasting
    case .status(400...499) where !isTransient: .gone
    default: isTransient ? .passing : .lasting
    }
  }
}

extension ProviderFailure.Kind {
  fileprivate var prospect: PhotoFailure.Prospect {
    switch self {
    case .retryLater: .passing
    case .photo, .unsupported: .gone
    case .source, .setting, .malformed: .lasting
    }
  }
}
