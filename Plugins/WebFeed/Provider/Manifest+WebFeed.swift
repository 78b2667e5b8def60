import ProviderKit

extension Manifest {
  static let webFeed = Manifest(
    name: "feed",
    version: "0.1.0",
    summary: "the pictures of any RSS or Atom feed; no key is needed",
    sources: [
      Source(usage: "https://example.org/photos.rss", summary: "the feed at this address")
    ],
    addresses: [
      "https://example.org/photos.rss", "https://example.org/photos.atom",
      "https://www.flickr.com/services/feeds/photos_public.gne?id=NSID",
    ])
}
