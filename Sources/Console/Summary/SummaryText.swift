import MirrorCore
import Mirroring

/// What a run came to, as the lines that end it on standard error: counts, what failed and why, and
/// what to do about it.
package enum SummaryText {
  /// What to do after an interruption.
  package static let goOn =
    "run the same command again to go on; finished photos are not fetched again"

  /// How many failures are shown one by one.
  private static let mostShown = 10

  /// The lines, safe to show. The endings `sourceFailed` and `directoryFailed` give a
  /// `photomirror: error:` line here, so that the command has none of its own to write.
  package static func lines(
    for summary: MirrorSummary, run: RunFacts?, failures: FailureNotes
  ) -> [String] {
    let failed = failureLines(failures)
    let isDryRun = run?.isDryRun ?? false
    return [counts(summary, isDryRun: isDryRun)] + failures.skipped.lines + failed
      + endingLines(summary.ending)
      + hints(summary, failures, isDryRun: isDryRun)
  }

  /// Whether there is anything besides a good end to tell.
  package static func isClean(_ summary: MirrorSummary, failures: FailureNotes) -> Bool {
    summary.ending == .finished && summary.totals.failed == 0 && failures.groups.isEmpty
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
    if totals.failed > 0 { parts.append("\(Quantity.count(totals.failed)) failed") }
    if totals.unavailable > 0 {
      parts.append("\(Quantity.count(totals.unavailable)) unavailable")
    }
    // The listing's bytes are not to be taken for those of the photos.
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

  /// The most frequent reasons, with a fair share of the photos for each.
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
    case .limited(let reason): [PlainText.line(reason)]
    case .sourceFailed(let error), .directoryFailed(let error):
      Message(.error, error.message, hints: error.hint.map { [$0] } ?? []).lines
    }
  }

  private static func hints(
    _ summary: MirrorSummary, _ failures: FailureNotes, isDryRun: Bool
  ) -> [String] {
    var hints: [String] = []
    if failures.gone > 0 {
      hints.append("\(photos(failures.gone)) gone or private at the source")
    }
    if failures.damaged > 0 {
      hints.append("\(photos(failures.damaged)) damaged or no image at the source")
    }
    if failures.displaced > 0 {
      hints.append(
        "move away what stands in the place of \(Quantity.count(failures.displaced, of: "photo"))")
    }
    if let next = nextStep(summary, failures), !isDryRun { hints.append(next) }
    return hints.map { "hint: \($0)" }
  }

  private static func nextStep(_ summary: MirrorSummary, _ failures: FailureNotes) -> String? {
    switch summary.ending {
    case .interrupted, .limited: return goOn
    case .sourceFailed(let error), .directoryFailed(let error):
      return error.isPassing ? goOn : nil
    case .finished:
      guard failures.retried > 0 else { return nil }
      return "run the same command again to retry \(Quantity.count(failures.retried, of: "photo"))"
    }
  }

  private static func photos(_ count: Int) -> String {
    Quantity.count(count, of: "photo") + (count == 1 ? " is" : " are")
  }
}
