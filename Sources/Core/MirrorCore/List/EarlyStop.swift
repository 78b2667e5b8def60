/// Decides whether a pass may end before the listing does, because nothing has changed. Pure.
///
/// The listing gets photos only at its front, everything up to the end of this page is known, and the site
/// announces as many photos as at the last pass and those that are new: then nothing was added or removed
/// further down, unless as many photos came and went. A full pass, at the latest after ``period``, finds that
/// too, and changes of older photos' metadata.
package struct EarlyStop: Sendable, Hashable {
  /// Seconds between two full passes, and if photos are missing that are not yet judged.
  static let period: Int64 = 7 * 86_400
  static let shortPeriod: Int64 = 86_400

  /// Seconds until the next full pass is due.
  package let fullPassIn: Int64
  /// Photos that the site announced at the last pass, and those that are new.
  fileprivate var total: Int

  /// Nil if a full pass is due.
  /// - Parameter selection: ``PhotoFilter/selection`` of the run.
  init?(_ base: PassBase?, selection: Int64) {
    guard let base, let total = base.total, base.doubt == nil || base.doubt == .resumed,
      base.selection == selection
    else { return nil }
    let period = base.hasMissing ? Self.shortPeriod : Self.period
    guard (0..<period).contains(base.age) else { return nil }
    (fullPassIn, self.total) = (period - base.age, total)
  }
}

extension EarlyStop? {
  /// Notes a page. Becomes nil if the listing has to be read to its end.
  /// - Parameter new: The number of its photos that are not known.
  /// - Returns: Whether the pass ends with the page.
  package mutating func ends(with page: Listing.Element, new: Int) -> Bool {
    // Such as the response to a look-up.
    if page.isEmpty, !page.isLast, page.total == nil { return false }
    guard let known = self?.total, page.growsAtFront, page.extent != .window, page.doubt == nil,
      let announced = page.total
    else {
      self = nil
      return false
    }
    self?.total = known + new
    guard new == 0 else { return false }
    let isUnchanged = announced == known && !page.photos.isEmpty
    if !isUnchanged { self = nil }
    return isUnchanged
  }
}
