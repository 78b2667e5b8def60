import ProviderKit

/// Compares the photos of a listing with the total that its site announces. Pure.
///
/// While a listing is read by page numbers, a site that sorts it anew returns some photos twice and others
/// not at all; a site that deletes a photo moves the first photo of the next page onto a page that was
/// already read.
struct ListingCount: Sendable {
  private var came = 0
  private var skipped = 0
  private var repeated = 0
  private var totals: ClosedRange<Int>?

  /// Counts a page.
  /// - Parameters:
  ///   - fresh: The number of its photos that no earlier page had.
  ///   - skipped: The number of its skipped entries that no earlier page had.
  mutating func note(_ page: Page, fresh: Int, skipped: Int) {
    came += fresh
    self.skipped += skipped + page.refused.count
    repeated += page.photos.count - fresh
    guard let total = page.total else { return }
    totals = min(totals?.lowerBound ?? total, total)...max(totals?.upperBound ?? total, total)
  }

  /// The note at the end of a listing that was read from its start; nil if no photo is missing.
  ///
  /// Sites also count photos that they hide, so a shortfall is a detail unless photos moved: for each photo
  /// that is missed another one is repeated. A few repeated photos mean nothing, because listings that are
  /// cut by date overlap.
  var note: MirrorNote? {
    guard let totals, came + skipped < totals.upperBound else { return nil }
    let missing = totals.upperBound - came - skipped
    let hasMoved = repeated * 2 >= missing || totals.lowerBound < totals.upperBound
    return .incompleteListing(
      announced: totals.upperBound, listed: came, skipped: skipped, hasMoved: hasMoved)
  }

  /// Whether photos moved to other pages while the listing was read, so that some may not have come.
  var hasMoved: Bool {
    if case .incompleteListing(_, _, _, hasMoved: true)? = note { true } else { false }
  }
}
