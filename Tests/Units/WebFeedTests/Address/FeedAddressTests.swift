import Testing
import WebFeedProvider

@Suite("Addresses of web feeds")
struct FeedAddressTests {
  @Test(
    "The web feed provider accepts an unambiguous feed address",
    arguments: [
      "https://example.org/photos.rss", "http://example.org/a/PHOTOS.ATOM?x=1",
      "https://www.flickr.com/services/feeds/photos_public.gne?id=10000001@N00&format=rss2",
    ])
  func claimed(address: String) {
    #expect(WebFeedProvider().selector(claiming: address) == address)
  }

  @Test(
    "The web feed provider leaves an ambiguous address to other providers",
    arguments: [
      "https://example.org/feed/", "https://example.org/rss", "https://example.org/feed.json",
      "https://www.flickr.com/photos/10000001@N00/", "ftp://example.org/photos.rss",
      "https://example.org/photos.rss#top", "https:///photos.rss",
    ])
  func notClaimed(address: String) {
    #expect(WebFeedProvider().selector(claiming: address) == nil)
  }
}
