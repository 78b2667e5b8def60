import Operations
import ProviderKit
import Transfer

/// Why one photo could not be mirrored; the others go on.
struct PhotoFailure: Error, Sendable {
  let stage: FailureFacts.Stage
  /// A sentence in lower case without a period.
  let reason: String
  /// Whether another try may help.
  let isPassing: Bool
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
    case let error as TransferError:
      if case .localFile(let code) = error.kind, MirrorError.isFatal(errno: code) {
        throw .directory(error.message, hint: MirrorError.file("", "", errno: code).hint)
      }
      self.init(stage: stage, reason: error.message, isPassing: error.mayPass)
      isHostDown = error.kind == .hostDown
    case let failure as ProviderFailure:
      if failure.kind == .setting { throw MirrorError(failure) }
      let code = failure.code.map { " (code \($0))" } ?? ""
      self.init(
        stage: stage, reason: failure.message + code, isPassing: failure.kind == .retryLater)
    default:
      self.init(stage: stage, reason: "\(error)", isPassing: false)
    }
  }
}

extension TransferError {
  /// Whether a try at the end of the run may find what was missing: beside passing errors, a page
  /// that stood where the photo should, and a CDN that has not got it yet.
  fileprivate var mayPass: Bool {
    isTransient || kind == .hostDown || kind == .refused || kind == .truncated
      || kind == .status(404)
  }
}
