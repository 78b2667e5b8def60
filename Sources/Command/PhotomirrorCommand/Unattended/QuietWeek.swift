import Console
import Foundation
import MirrorCore
import SystemCalls

/// The line of `--weekly`: that all is well, after a week without a line. When the last one was written is the
/// modification time of a file in the mirror.
final class QuietWeek: Sendable {
  private static let week: Int64 = 7 * 86_400

  private let path: String
  /// Whether a week has passed when the run begins.
  private let isDue: Bool

  init(of directory: String, now: Date = Date()) {
    path = directory + "/.photomirror/weekly"
    let last = FileStatus(of: path)?.modifiedAt
    // A timer that fires some minutes earlier than a week ago must not wait for the next one.
    isDue = Int64(now.timeIntervalSince1970) - (last ?? 0) >= Self.week - 3600
  }

  /// The line, if a week has passed. Blocks shortly.
  func lines(for summary: MirrorSummary) -> [String] {
    guard isDue else { return [] }
    let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o644)
    if file >= 0 {
      // The mirror may come from somebody else: the times of no other file are changed.
      if let status = FileStatus(of: file), status.isRegular, status.linkCount <= 1 {
        futimens(file, nil)
      }
      close(file)
    }
    return ["all is well: nothing new, \(Quantity.count(summary.totals.done, of: "photo")) checked"]
  }
}
