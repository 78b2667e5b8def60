import MirrorCore

/// The last lines of a run on standard error: counts, what failed and why, and what to do about it.
package enum SummaryText {
  /// The hint after an interruption.
  package static let resume =
    "run the same command again to resume; finished photos are not fetched again"

  /// How many failures are shown one by one.
  private static let mostShown = 10

  /// The lines, safe to show. They include the `photomirror: error:` line of a source or directory that
  /// failed.
  package static func lines(
    for summary: MirrorSummary, run: RunFacts?, failures: FailureNotes
  ) -> [String] {
    lines(for: summary, run: run, failures: failures, gone: [summary.gone].compactMap(\.self))
  }

  /// - Parameter reports: About photos that are gone, of each source of the summary.
  static func lines(
    for summary: MirrorSummary, run: RunFacts?, failures: FailureNotes, gone reports: [GoneReport]
  ) -> [String] {
    let failed = failureLines(failures)
    let isDryRun = run?.isDryRun ?? false
    let gone = reports.flatMap { GoneText.lines($0, isDryRun: isDryRun) }
    let early = summary.fullPassIn.map { [line(untilFullPass: $0)] } ?? []
    let store = run?.store.map { ["the photos are in \(TerminalText.line($0, limit: 1000))"] } ?? []
    let hidden = hiddenLine(summary, run, failures).map { [$0] } ?? []
    let result = hasBegun(summary) ? [counts(summary, isDryRun: isDryRun)] + store : []
    return result + hidden + early + failures.skipped.lines + gone
      + failed
      + endingLines(summary.ending) + detailLines(summary)
      + hints(summary, failures, reports, isDryRun: isDryRun)
  }

  /// Whether the run finished without failures.
  package static func isClean(_ summary: MirrorSummary, failures: FailureNotes) -> Bool {
    summary.ending == .finished && summary.totals.failed == 0 && failures.groups.isEmpty
  }

  /// Whether there is anything to count; a source that failed at once has only its error.
  private static func hasBegun(_ summary: MirrorSummary) -> Bool {
    switch summary.ending {
    case .sourceFailed, .directoryFailed: summary.totals.done > 0
    case .finished, .interrupted, .limited: true
    }
  }

  private static func counts(_ summary: MirrorSummary, isDryRun: Bool) -> String {
    let totals = summary.totals
    var parts = [
      isDryRun
        ? "would fetch \(Quantity.count(totals.wouldFetch, of: "photo"))"
        : "mirrored \(Quantity.count(totals.mirrored, of: "photo"))"
    ]
    if totals.adopted > 0 { parts.append("adopted \(Quantity.count(totals.adopted))") }
    if totals.known > 0 { parts.append("\(Quantity.count(totals.known)) known") }
    if totals.replaced > 0 { parts.append("\(Quantity.count(totals.replaced)) replaced") }
    if totals.restored > 0 { parts.append("\(Quantity.count(totals.restored)) restored") }
    if totals.forgotten > 0 { parts.append("\(Quantity.count(totals.forgotten)) forgotten") }
    if totals.leftOut > 0 { parts.append("\(Quantity.count(totals.leftOut)) left out") }
    if totals.failed > 0 { parts.append("\(Quantity.count(totals.failed)) failed") }
    if totals.unavailable > 0 {
      parts.append("\(Quantity.count(totals.unavailable)) unavailable")
    }
    // In a dry run, all bytes are the listing's.
    let transferred = isDryRun ? Quantity.span(summary.elapsed) : transferred(summary)
    return parts.joined(separator: ", ") + "  (\(transferred))"
  }

  private static func transferred(_ summary: MirrorSummary) -> String {
    let span = Quantity.span(summary.elapsed)
    let seconds = summary.elapsed.seconds
    guard summary.bytesFetched > 0, seconds > 0 else { return span }
    let rate = Quantity.rate(Double(summary.bytesFetched) / seconds)
    return "\(Quantity.bytes(summary.bytesFetched)) in \(span), \(rate)"
  }

  /// The most frequent reasons, each with an equal share of the examples.
  private static func failureLines(_ failures: FailureNotes) -> [String] {
    let groups = failures.groups.sorted { $0.count > $1.count }
    let shown = groups.prefix(mostShown)
    let share = mostShown / max(1, shown.count)
    let rest = groups.dropFirst(mostShown).reduce(0) { $0 + $1.count }
    return shown.flatMap { lines($0, share: share) }
      + (rest > 0 ? ["and \(Quantity.count(rest)) more for other reasons"] : [])
  }

  private static func lines(_ group: FailureNotes.Group, share: Int) -> [String] {
    let shown = group.examples.prefix(share)
    let rest = group.count - shown.count
    return ["\(Quantity.count(group.count)) × \(group.reason)"] + shown.map { "    \($0)" }
      + (rest > 0 ? ["    and \(Quantity.count(rest)) more"] : [])
  }

  private static func endingLines(_ ending: MirrorSummary.Ending) -> [String] {
    switch ending {
    case .finished: []
    case .interrupted: ["interrupted"]
    case .limited(let limit): [line(for: limit)]
    case .sourceFailed(let error), .directoryFailed(let error): error.report.lines
    }
  }

  /// Why a listing that was read to its end has fewer photos than the live view showed at first.
  private static func hiddenLine(
    _ summary: MirrorSummary, _ run: RunFacts?, _ failures: FailureNotes
  ) -> String? {
    let entries = (failures.listed ?? .max).addingReportingOverflow(
      summary.totals.skipped + summary.totals.refused)
    guard summary.isListingComplete, summary.fullPassIn == nil, run?.isResuming == false,
      !failures.hasExplained, !entries.overflow, entries.partialValue < failures.announced
    else { return nil }
    return "the site counts \(Quantity.count(failures.announced, of: "photo")) and lists "
      + "\(Quantity.count(failures.listed ?? 0)): it also counts photos that it hides"
  }

  /// A run that finished has a note about the details that failed.
  private static func detailLines(_ summary: MirrorSummary) -> [String] {
    guard summary.pendingDetails > 0, summary.ending != .finished else { return [] }
    return [
      "the details of \(Quantity.count(summary.pendingDetails, of: "photo")) are pending; the next run "
        + "with --with requests them"
    ]
  }

  private static func line(untilFullPass seconds: Int64) -> String {
    let days = max(1, (seconds + 43_200) / 86_400)
    return "nothing has changed at the front of the feed; the rest is read with --full, or in "
      + Quantity.count(Int(days), of: "day")
  }

  /// Why a run ended early that reached a limit.
  static func line(for limit: MirrorSummary.Limit) -> String {
    switch limit {
    case .bytes(let bytes): "stopped at the limit of \(Quantity.bytes(bytes))"
    case .time(let time): "stopped at the limit of \(Quantity.span(time))"
    }
  }

  private static func hints(
    _ summary: MirrorSummary, _ failures: FailureNotes, _ gone: [GoneReport], isDryRun: Bool
  ) -> [String] {
    var hints: [String] = []
    if failures.gone > 0 {
      hints.append("\(photos(failures.gone)) gone or private at the source")
    }
    if failures.damaged > 0 {
      hints.append("\(photos(failures.damaged)) damaged or not an image at the source")
    }
    if failures.displaced > 0 {
      hints.append(
        "move away the files that are in the way of \(Quantity.count(failures.displaced, of: "photo"))"
      )
    }
    if failures.undecoded > 0 {
      hints.append("--keep-undecoded also keeps files of formats that are not decoded")
    }
    if failures.overLimit > 0 {
      hints.append(
        "raise --max-pixels, --max-memory or --max-seconds to decode "
          + Quantity.count(failures.overLimit, of: "photo"))
    }
    if summary.totals.mirrored + summary.totals.wouldFetch == 0, !failures.licenses.isEmpty {
      hints.append("--license left out all new photos; their licenses are \(failures.licenseNames)")
    }
    if let hint = gone.lazy.compactMap(GoneText.hint).first { hints.append(hint) }
    if let next = nextStep(summary, failures), !isDryRun { hints.append(next) }
    return hints.map { "hint: \($0)" }
  }

  private static func nextStep(_ summary: MirrorSummary, _ failures: FailureNotes) -> String? {
    switch summary.ending {
    case .interrupted, .limited: return resume
    case .sourceFailed(let error), .directoryFailed(let error):
      return error.isPassing ? resume : nil
    case .finished:
      guard failures.retried > 0 else { return nil }
      return "run the same command again to retry \(Quantity.count(failures.retried, of: "photo"))"
    }
  }

  private static func photos(_ count: Int) -> String {
    Quantity.count(count, of: "photo") + (count == 1 ? " is" : " are")
  }
}
