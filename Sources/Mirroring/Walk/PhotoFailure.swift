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
    /// The site has said no.
    case gone
  }

  let stage: FailureFacts.Stage
  /// A sentence in lower case without a period.
  let reason: String
  let prospect: Prospect
  var attempts = 1
  /// The host was given up: more photos will fail the same way.
  var isHostDown = false
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
      self.init(stage: stage, reason: failure.error.message, prospect: .gone)
    case let error as TransferError:
      if case .localFile(let code) = error.kind, MirrorError.isFatal(errno: code) {
        throw MirrorError(error)
      }
      self.init(stage: stage, reason: error.reason, prospect: error.prospect)
      isHostDown = error.kind == .hostDown
    case let failure as ProviderFailure:
      if failure.kind == .setting { throw MirrorError(failure) }
      let code = failure.code.map { " (code \($0))" } ?? ""
      self.init(
        stage: stage, reason: failure.message + code,
        prospect: failure.kind == .retryLater ? .passing : .gone)
    default:
      self.init(stage: stage, reason: "\(error)", prospect: .gone)
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
    default: isTransient ? .passing : .gone
    }
  }
}
