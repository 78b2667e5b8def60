import MirrorCore

/// What a run says at its end about photos that the source no longer lists.
enum GoneText {
  static func lines(_ report: GoneReport, isDryRun: Bool) -> [String] {
    var lines: [String] = []
    let gone = photos(report.gone)
    if let limit = report.exceeded {
      return [
        "\(gone) gone from the feed, more than the limit of \(limit): none was changed"
      ]
    }
    if report.kept > 0 {
      let new = report.newlyGone > 0 ? ", \(Quantity.count(report.newlyGone)) of them new" : ""
      lines.append("\(photos(report.kept)) gone from the feed and kept\(new)")
    }
    let would = isDryRun ? "would be " : ""
    if report.trashed > 0 {
      lines.append("\(photos(report.trashed)) gone from the feed: \(would)moved to the trash")
    }
    if report.deleted > 0 {
      lines.append("\(photos(report.deleted)) gone from the feed: \(would)deleted")
    }
    if report.edited > 0 {
      lines.append("\(photos(report.edited)) gone from the feed and kept: edited here")
    }
    if report.failed > 0 {
      let reason = report.failure.map { ": " + TerminalText.line($0) } ?? ""
      lines.append("\(photos(report.failed)) gone from the feed and kept: cannot be moved\(reason)")
    }
    if report.listedElsewhere > 0 {
      lines.append(
        "\(photos(report.listedElsewhere)) no longer in this feed, but in another of the mirror")
    }
    if report.unchecked > 0 {
      lines.append(
        "\(Quantity.count(report.checked)) of \(Quantity.count(report.checked + report.unchecked)) checked "
          + "at the site before they are deleted; the next runs check the others")
    }
    if report.missing > 0 {
      lines.append(
        "\(photos(report.missing)) missing from the listing, and not yet counted as gone")
    }
    return lines
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
