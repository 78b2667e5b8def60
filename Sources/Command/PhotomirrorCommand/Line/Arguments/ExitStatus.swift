import MirrorCore

/// The command's exit statuses.
package enum ExitStatus: Int32, Error, CaseIterable, Sendable {
  case success = 0
  case somePhotosFailed = 1
  case usage = 2
  case sourceFailed = 3
  case directoryFailed = 4
  case providerRefused = 5
  case tooManyGone = 6
  /// 128 + SIGINT, as shells report it.
  case interrupted = 130

  /// The status of a finished run.
  package init(_ summary: MirrorSummary) {
    switch summary.ending {
    case .finished where summary.gone?.exceeded != nil: self = .tooManyGone
    case .finished, .limited:
      self = summary.totals.failed + summary.totals.refused > 0 ? .somePhotosFailed : .success
    case .interrupted: self = .interrupted
    case .sourceFailed: self = .sourceFailed
    case .directoryFailed(let error): self = CommandFailure(error).status
    }
  }

  /// For `--help`; a command can override it.
  package var meaning: String {
    switch self {
    case .success: "success"
    case .somePhotosFailed: "some photos failed; the others are mirrored"
    case .usage: "invalid command line"
    case .sourceFailed: "the source failed: unreachable, unknown, or the key was refused"
    case .directoryFailed: "the directory failed: full, not writable, in use, or damaged"
    case .providerRefused: "unknown provider, or its module was refused"
    case .tooManyGone:
      "too many photos, most files, or the catalog are gone; none was changed"
    case .interrupted: "interrupted; \(Self.again)"
    }
  }

  /// What continues an interrupted task.
  static let again = "run the same command again to continue"
}
