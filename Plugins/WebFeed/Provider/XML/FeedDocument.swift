import ProviderKit

/// A feed that was read to its end.
struct FeedDocument {
  /// What its items came to.
  let listing: FeedListing
  /// The feed without its items.
  let root: XMLElement
  /// What had to be corrected to read it; nil if it is well-formed.
  let note: String?

  /// - Throws: ``ProviderFailure`` with `.malformed` if the text is not a feed, nor after its correction.
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
