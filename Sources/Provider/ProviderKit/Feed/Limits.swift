/// How much of a listing its pages show.
public enum Extent: String, Codable, Sendable, Hashable, CaseIterable {
  /// Everything: a photo that no page shows is not in the listing.
  case complete
  /// The newest part, as a feed of twenty entries: nothing follows from a photo's absence.
  case window
  /// The site gives less than the listing has.
  case cutShort = "cut short"
}

/// Why a site offers no larger sizes of a photo than those in its listing.
public enum SizeLimit: String, Codable, Sendable, Hashable {
  /// The owner does not allow others to download larger ones.
  case owner
  /// The owner's account does not include them.
  case account
}
