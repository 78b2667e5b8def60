import Operations
import ProviderKit

/// Why one photo could not be mirrored; the others are not affected.
struct PhotoFailure: Error, Sendable {
  /// The prospect of another attempt.
  enum Prospect: Sendable, Hashable {
    /// Another run is likely to succeed.
    case passing
    /// A second attempt in this run is worth it, a third is unlikely to succeed: a CDN that may not have
    /// the file yet.
    case doubtful
    /// The site sends a damaged file, and has promised no digest of a whole one. A second attempt is worth it;
    /// then it is recorded as a refusal, although the site has not refused it.
    case damaged
    /// The site sends another file than it or the listing promised, or an empty one: recorded like a damaged one. Once
    /// it is recorded, a run fetches it once.
    case unkept
    /// The site says that this photo is not available.
    case gone
    /// The site sends a file of a kind that is not kept: recorded as a refusal, although the site has not
    /// refused it.
    case unwanted
    /// The file is an icon (``Rendition/leastEdge``): recorded as a refusal, and left out rather than failed.
    case icon
    /// Another run fails the same way until something changes, and the site has not refused the photo.
    case lasting
  }

  let stage: FailureFacts.Stage
  /// A sentence in lower case without a period.
  let reason: String
  let prospect: Prospect
  var problem = FailureFacts.Problem.other
  var attempts = 1
  /// Requests to the host were stopped: more photos will fail the same way.
  var isHostDown = false
  /// Other workers have all transfers that the host allows: this was no attempt.
  var isHostBusy = false
  /// Why its folder cannot be written; nil if that is not the reason.
  var obstacle: MirrorError?

  /// Whether another run may succeed without a change at the site.
  var mayPass: Bool { [.passing, .damaged, .unkept].contains(prospect) }

  /// Whether the photo is tried again at the end of the run.
  var isWorthSecondTry: Bool { mayPass || prospect == .doubtful }

  /// Whether the site refused the photo.
  var isSiteRefusal: Bool { prospect == .gone || prospect == .doubtful }

  /// Whether a request in each run is useless: the photo becomes unavailable if this is confirmed.
  var isRefusal: Bool { isSiteRefusal || [.unwanted, .icon, .damaged, .unkept].contains(prospect) }

  /// Whether a photo is tried again at the end of the run for it.
  /// - Parameter wasRefused: Whether an earlier run recorded a refusal of the photo.
  func isWorthSecondTry(wasRefused: Bool) -> Bool {
    isWorthSecondTry && !(prospect == .unkept && wasRefused)
  }
}

extension PhotoFailure {
  /// The photo's failure for an error of a stage.
  /// - Throws: a ``MirrorError`` that stops the run.
  init(_ error: any Error, at stage: FailureFacts.Stage) throws(MirrorError) {
    switch error {
    case let exhausted as RetryExhausted:
      self = try PhotoFailure(exhausted.underlying, at: stage)
      attempts = exhausted.attempts
    case let fatal as MirrorError: throw fatal
    case let failure as PhotoFailure: self = failure
    case let failure as StorageError:
      guard failure.isOfEntry else { throw failure.error }
      self.init(stage: stage, reason: failure.error.message, prospect: .lasting)
      obstacle = failure.error.isUnwritable ? failure.error : nil
    case let error as FetchError:
      // A proxy refuses all photos for the same reason.
      if [.local(isOfRun: true), .proxy].contains(error.kind) { throw error.stop }
      self.init(stage: stage, reason: error.reason, prospect: error.prospect)
      (isHostDown, isHostBusy) = (error.kind == .hostDown, error.kind == .hostBusy)
    case let failure as ProviderFailure:
      if failure.kind == .setting { throw MirrorError(failure) }
      let code = failure.code.map { " (code \($0))" } ?? ""
      self.init(stage: stage, reason: failure.message + code, prospect: failure.kind.prospect)
    default:
      self.init(stage: stage, reason: "\(error)", prospect: .lasting)
    }
  }
}

extension FetchError {
  /// Besides transient errors, a page that the server sent instead of the photo may be temporary.
  fileprivate var prospect: PhotoFailure.Prospect {
    switch kind {
    case .status(404): .doubtful
    // A faulty file on this machine says nothing about the site.
    case .refused, .truncated, .hostDown, .hostBusy, .local: .passing
    case .inconsistent: .unkept
    // An address that anybody may have listed; only another command line permits it.
    case .privateAddress: .lasting
    // 407 comes from a proxy (RFC 9110, section 15.5.8).
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
