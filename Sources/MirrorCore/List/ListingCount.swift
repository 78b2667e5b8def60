import ProviderKit

/// Compares what a listing gives with what its site announces. Pure.
///
/// While a listing is read by page numbers, a site that sorts it anew gives some photos twice and others
/// not at all; one that loses a photo moves the next page's first onto a page that was read.
struct ListingCount: Sendable {
  private var came = 0
  private var skipped = 0
  private var repeated = 0
  private var totals: ClosedRange<Int>?

  /// Counts a page.
  /// - Parameters:
  ///   - fresh: how many of its photos the pages before did not have.
  ///   - skipped: how many of its skipped entries.
  mutating func note(_ page: Page, fresh: Int, skipped: Int) {
    came += fresh
    self.skipped += skipped + page.refused.count
    repeated += page.photos.count - fresh
    guard let total = page.total else { return }
    totals = min(totals?.lowerBound ?? total, total)...max(totals?.upperBound ?? total, total)
  }

  /// What to tell at the end of a listing that was read from its start; nil if it gave everything.
  ///
  /// Sites also count photos that they hide, so that fewer than announced are a detail unless photos
  /// moved: for each that is missed another comes twice. A few that come twice mean nothing, since
  /// listings that are cut by date overlap.
  var note: NoteFacts? {
    guard let totals, came + skipped < totals.upperBound else { return nil }
    let missing = totals.upperBound - came - skipped
    let hasMoved = repeated * 2 >= missing || totals.lowerBound < totals.upperBound
    return NoteFacts(
      "the site announced \(totals.upperBound) photos and listed \(came)"
        + (skipped > 0 ? " and \(skipped) that are skipped or refused" : "")
        + (hasMoved
          ? ": the listing changed while it was read, and another run may find more"
          : ": it also counts those that it hides"),
      isDetail: !hasMoved)
  }
}
