import Console
import Foundation
import MirrorCore

/// The facts of a run that is over, for reports, metrics and the command of `--on-end`.
struct RunRecord: Sendable {
  /// The mirror's name in the configuration; nil for a run of a SOURCE and a DIRECTORY.
  let name: String?
  let source: String
  let directory: String
  /// A worker's, which it keeps when it starts again; nil for a run.
  var worker: String?
  let begin: Date
  var end = Date()
  var status = ExitStatus.success
  /// Nil if the run could not begin.
  var summary: MirrorSummary?
  /// The counts so far.
  var running = MirrorSummary(ending: .finished)
  var failures = FailureNotes()
  /// When the mirror's files were last verified; nil if it could not be read.
  var checks: CheckCoverage?
  /// Why the run could not begin, or why its source or directory failed.
  var reason: String?

  var totals: MirrorTotals { summary?.totals ?? MirrorTotals() }

  /// The word of ``EventObject`` for how it ended; `not_begun` if it did not begin.
  var ending: String {
    switch summary?.ending {
    case nil: "not_begun"
    case .finished: "finished"
    case .interrupted: "interrupted"
    case .limited: "limited"
    case .sourceFailed: "source_failed"
    case .directoryFailed: "directory_failed"
    }
  }

  /// The counts by the keys that `--progress json` gives them.
  static let countKeys: [(key: String, count: @Sendable (RunRecord) -> Int)] = [
    ("mirrored", { $0.totals.mirrored }), ("adopted", { $0.totals.adopted }),
    ("known", { $0.totals.known }), ("replaced", { $0.totals.replaced }),
    ("restored", { $0.totals.restored }), ("forgotten", { $0.totals.forgotten }),
    ("left_out", { $0.totals.leftOut }), ("failed", { $0.totals.failed }),
    ("unavailable", { $0.totals.unavailable }), ("refused", { $0.totals.refused }),
    ("skipped", { $0.totals.skipped }), ("gone", { $0.summary?.gone?.gone ?? 0 }),
  ]

  var counts: [(key: String, count: Int)] { Self.countKeys.map { ($0.key, $0.count(self)) } }

  private static func days(since seconds: Int64, to end: Date) -> Int64 {
    max(0, (Int64(end.timeIntervalSince1970) - seconds) / 86_400)
  }

  /// The variables of the command of `--on-end`.
  func variables(report: String?) -> [(String, String)] {
    let facts: [(String, String)] = [
      ("NAME", name ?? ""), ("SOURCE", source), ("DIRECTORY", directory), ("ENDING", ending),
      ("STATUS", "\(status.rawValue)"), ("REASON", TerminalText.line(reason ?? "", limit: 1000)),
      ("BYTES", "\(summary?.bytesFetched ?? 0)"),
      ("SECONDS", "\(Int(end.timeIntervalSince(begin)))"), ("REPORT", report ?? ""),
      ("CHECKED_30_DAYS", checks.map { "\($0.recent)" } ?? ""),
      ("OLDEST_CHECK_DAYS", checks?.oldest.map { "\(Self.days(since: $0, to: end))" } ?? ""),
      ("ROTTEN", checks.map { "\($0.rotten)" } ?? ""),
    ]
    return (facts + counts.map { ($0.key.uppercased(), "\($0.count)") })
      .map { ("PHOTOMIRROR_RUN_\($0)", $1.replacing("\0", with: "")) }
  }
}
