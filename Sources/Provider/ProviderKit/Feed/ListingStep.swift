/// What follows a page of a listing, as the protocol of its site says it.
///
/// A missing cursor is the end only where the protocol says so. A listing is complete if it ended so, and in no other
/// way.
public enum ListingStep: Sendable, Hashable {
  /// The protocol says that nothing follows.
  case end
  /// The page at this cursor follows.
  case next(String)
  /// The site gives no more of a longer listing: a sentence in lower case without a period.
  case cut(String)
  /// More may follow, and the answer does not say where, against the protocol: such a sentence.
  case lost(String)
}

extension Page {
  /// Ends the listing with this page, or names the one after it. A listing that returns to the page it comes from, or
  /// whose continuation is not known, is cut short, with the reason among ``refused``; one of which the site gives no
  /// more has it among ``missing``.
  /// - Parameter cursor: That of this page; nil for the first.
  public mutating func close(_ step: ListingStep, at cursor: String?) {
    switch step {
    case .end: return
    case .next(let following) where following != cursor: next = following
    case .next:
      return close(.lost("the site names the same page again: what follows is not listed"), at: nil)
    case .cut(let reason): (extent, missing) = (.cutShort, missing + [reason])
    case .lost(let reason): (extent, refused) = (.cutShort, refused + [reason])
    }
  }
}
