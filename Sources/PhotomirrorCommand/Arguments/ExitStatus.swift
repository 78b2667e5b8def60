import MirrorCore
import Mirroring

/// The command's exit codes, as every `--help` tells them.
package enum ExitStatus: Int32, CaseIterable, Sendable {
  case success = 0
  case somePhotosFailed = 1
  case usage = 2
  case sourceFailed = 3
  case directoryFailed = 4
  case providerRefused = 5
  /// 128 + SIGINT, as shells have it.
  case interrupted = 130

  /// What a run's end comes to.
  package init(_ summary: MirrorSummary) {
    switch summary.ending {
    case .finished, .limited:
      self = summary.failed + summary.refused > 0 ? .somePhotosFailed : .success
    case .interrupted: self = .interrupted
    case .sourceFailed: self = .sourceFailed
    case .directoryFailed: self = .directoryFailed
    }
  }

  /// What the code means, for `--help`.
  package var meaning: String {
    switch self {
    case .success: "all is well"
    case .somePhotosFailed: "some photos failed, the others are mirrored"
    case .usage: "the command line is wrong"
    case .sourceFailed: "the source failed: unreachable, unknown, or a key it refuses"
    case .directoryFailed: "the directory failed: full, not writable, in use, or damaged"
    case .providerRefused: "no such provider, or its module was refused"
    case .interrupted: "interrupted; the same command goes on"
    }
  }
}
