/// Why a site offers no larger sizes of a photo than those in its listing.
public enum SizeLimit: String, Codable, Sendable, Hashable {
  /// The owner does not allow others to download larger ones.
  case owner
  /// The owner's account does not include them.
  case account
}
