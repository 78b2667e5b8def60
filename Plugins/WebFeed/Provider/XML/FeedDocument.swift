import ProviderKit

/// A completely parsed feed.
struct FeedDocument {
  /// The photos of its items.
  let listing: FeedListing
  /// The feed without its items.
  let root: XMLElement
  /// The corrections; nil if the feed is well-formed.
  let note: String?

  /// - Throws: ``ProviderFailure`` with `.malformed` if the text is no feed, also after
  ///   corrections.
  init(_ text: String, at address: FeedAddress) throws(ProviderFailure) {
    do throws(ProviderFailure) {
      (listing, root) = try Self.read(text, at: address)
      note = nil
    } catch {
      guard let corrected = FeedRepair.corrected(text) else { throw error }
      (listing, root) = try Self.read(corrected.text, at: address)
      note = corrected.note
    }
  }

  private static func read(
    _ text: String, at address: FeedAddress
  ) throws(ProviderFailure) -> (FeedListing, XMLElement) {
    var listing = FeedListing(at: address)
    let root = try ExpatParser.root(of: text, at: address) { listing.take($0) }
    return (listing, root)
  }
}
