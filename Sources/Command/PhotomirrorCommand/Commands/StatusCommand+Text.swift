import Console
import Foundation
import MirrorCore
import Mirroring
import Sandbox

extension StatusCommand {
  /// Photos shown for each reason; `--json` has more.
  private static let mostExamples = 3

  /// The state of a mirror in some lines.
  func text(_ status: MirrorStatus, on terminal: Terminal) -> [String] {
    var table = Table([
      .init("SOURCE", isFlexible: true), .init("MIRRORED", isRight: true),
      .init("WAITING", isRight: true), .init("FAILED", isRight: true),
      .init("BYTES", isRight: true), .init("LISTING", isFlexible: true),
    ])
    for source in status.sources {
      table.add([
        source.name, Quantity.count(source.mirrored), Quantity.count(source.waiting),
        Quantity.count(source.failed), Quantity.bytes(source.byteCount),
        source.pass(isRunning: status.writer != nil),
      ])
    }
    let width = terminal.isTerminal ? terminal.size.columns : nil
    return table.lines(width: width) + notes(status)
  }

  private func notes(_ status: MirrorStatus) -> [String] {
    let several = "a photo of several sources is counted under the first one that listed it"
    let notes: [String?] = [
      status.checks.line(now: Int64(Date().timeIntervalSince1970)),
      status.writer.map { "a sync is running (process \($0))" }, Self.sandbox,
    ]
    return (status.failures + status.unavailable).flatMap(lines) + photos(status.sources)
      + (status.sources.count > 1 ? [several] : []) + files(status) + notes.compactMap(\.self)
  }

  private func photos(_ sources: [MirrorStatus.Source]) -> [String] {
    func sum(_ count: (MirrorStatus.Source) -> Int) -> Int { sources.reduce(0) { $0 + count($1) } }
    return CountedLine.lines(
      .init(
        sum(\.lost), "photo",
        "lost: mirrored once, and without a file now; 'repair' restores, 'forget' lets go"),
      .init(
        sum(\.replaced), "photo",
        "with another picture at the site: edited here, or not fetched yet"))
      + SizeReason.allCases.filter(\.isBelowSite).flatMap { reason in
        CountedLine.lines(
          .init(
            sum { $0.sizeReasons[reason] ?? 0 }, "photo",
            "smaller than at the site: \(reason.rawValue)"))
      }
      + CountedLine.lines(
        .init(
          sum(\.unproven), "photo",
          "kept without a decode, or recorded without a digest of what was mirrored; 'verify' decodes those within its "
            + "limits"),
        .init(
          sum(\.pendingDetails), "photo",
          "without the details that --with asked for; 'sync' with --with requests them"))
  }

  private func files(_ status: MirrorStatus) -> [String] {
    let state = status.writer == nil ? "to resume" : "in progress"
    let folder = TerminalText.line(status.directory, limit: 1000)
    return CountedLine.lines(
      .init(status.parts, "download", "\(state) (\(Quantity.bytes(status.partBytes)) on disk)"),
      .init(
        status.setAside, "file",
        "set aside in \(folder)/.photomirror/set-aside; 'trash --set-aside' lists them"))
  }

  /// The restrictions that the kernel offers to runs.
  private static var sandbox: String {
    let version = FileAccess.version
    let parts = [
      SystemCallFilter.isOffered ? "decoders and modules can only compute (seccomp)" : "no seccomp",
      version > 0 ? "a run writes only in the mirror (Landlock \(version))" : "no Landlock",
    ]
    return "sandbox: " + parts.joined(separator: ", ")
  }

  private func lines(_ group: MirrorStatus.Group) -> [String] {
    let shown = group.examples.prefix(Self.mostExamples)
    let rest = group.photos - shown.count
    let state = group.since.map { "unavailable since \(Self.day($0))" } ?? "failed"
    return ["\(state): \(Quantity.count(group.photos)) × \(TerminalText.line(group.reason))"]
      + shown.map { "    \($0.label)" } + (rest > 0 ? ["    and \(Quantity.count(rest)) more"] : [])
  }

  /// `2026-11-22`, UTC, clamped.
  private static func day(_ seconds: Int64) -> String {
    let seconds = min(max(0, seconds), 253_402_300_799)
    return Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601.year().month().day())
  }
}

extension MirrorStatus.Source {
  /// The state of the listing. Of several sources, it is unknown which one a run reads.
  fileprivate func pass(isRunning: Bool) -> String {
    if isInterrupted { return isRunning ? "incomplete" : "interrupted; 'sync' resumes" }
    guard let finishedAt else { return "incomplete" }
    let date = Date(timeIntervalSince1970: Double(finishedAt))
    return "complete, \(date.formatted(.iso8601))"
  }
}
