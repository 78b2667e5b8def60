import MirrorCore

/// What a run says at its end about photos that the source no longer lists.
enum GoneText {
  static func lines(_ report: GoneReport, isDryRun: Bool) -> [String] {
    if let limit = report.exceeded {
      return [
        "\(photos(report.gone)) gone from the feed, more than the limit of \(limit): none was changed"
      ]
    }
    let new = report.newlyGone > 0 ? ", \(Quantity.count(report.newlyGone)) of them new" : ""
    let would = isDryRun ? "would be " : ""
    let reason = report.failure.map { ": " + TerminalText.line($0) } ?? ""
    return lines([
      (report.kept, "gone from the feed and kept\(new)"),
      (report.trashed, "gone from the feed: \(would)moved to the trash"),
      (report.deleted, "gone from the feed: \(would)deleted"),
      (report.edited, "gone from the feed and kept: edited here"),
      (report.failed, "gone from the feed and kept: cannot be moved\(reason)"),
      (report.listedElsewhere, "no longer in this feed, but in another of the mirror"),
    ]) + unchecked(report)
      + lines([(report.missing, "missing from the listing, and not yet counted as gone")])
  }

  private static func lines(_ counts: [(count: Int, text: String)]) -> [String] {
    counts.filter { $0.count > 0 }.map { "\(photos($0.count)) \($0.text)" }
  }

  private static func unchecked(_ report: GoneReport) -> [String] {
    guard report.unchecked > 0 else { return [] }
    return [
      "\(Quantity.count(report.checked)) of \(Quantity.count(report.checked + report.unchecked)) checked "
        + "at the site before they are deleted; the next runs check the others"
    ]
  }

  static func hint(_ report: GoneReport) -> String? {
    if report.exceeded != nil {
      return "if this is intended, run again with --max-gone \(report.gone)"
    }
    guard report.newlyGone > 0 else { return nil }
    return "--gone trash moves such photos to the trash"
  }

  private static func photos(_ count: Int) -> String {
    Quantity.count(count, of: "photo") + (count == 1 ? " is" : " are")
  }
}
