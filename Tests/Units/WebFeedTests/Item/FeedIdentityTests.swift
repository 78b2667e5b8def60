import ProviderKit
import Testing
import WebFeedProvider

@Suite("The id of a feed item")
struct FeedIdentityTests {
  private func photo(_ name: String, in feed: String) throws -> Photo? {
    let picture = "<enclosure url=\"http://a/1\" type=\"image/png\"/>"
    let body = "<rss><channel><item>\(name)\(picture)</item></channel></rss>"
    let query = PageQuery(selector: feed, cursor: "https://other.example/2.rss")
    return try WebFeedProvider().page(from: Answer(body: body), for: query).photos.first
  }

  @Test(
    "A feed item's id is used unchanged if it is absolute and on the feed's site",
    arguments: [
      "https://example.org/?p=3", "http://www.example.org/3", "tag:example.org,2005:3",
      "tag:ada@Example.ORG,2005-01-01:3", "https://example.org:8443/3",
    ])
  func own(id: String) throws {
    for feed in ["https://Example.org/photos.rss", "http://www.example.org/photos.rss"] {
      let photo = try photo("<guid>\(id)</guid><link>http://a/</link>", in: feed)
      #expect(photo?.id == id && photo?.site == nil)
    }
  }

  @Test(
    "A feed item's id gets the feed's host as a prefix if it may not be unique",
    arguments: [
      "17", "urn:uuid:1", "https://victim.example/1", "https://example.org@victim.example/1",
      "https://example.org.victim.example/1", "tag:victim.example,2005:1", "tag:example.org",
      "https:example.org/1", "victim.example/1",
    ])
  func foreign(id: String) throws {
    let photo = try photo("<guid>\(id)</guid>", in: "https://Example.org/photos.rss")
    #expect(photo?.id == "example.org/\(id)" && photo?.site == nil)
  }

  @Test("A feed item without id and page is identified by its first image's address")
  func picture() throws {
    #expect(try photo("<title>x</title>", in: "http://A/photos.rss")?.id == "http://a/1")
    #expect(try photo("", in: "https://example.org/")?.id == "example.org/http://a/1")
  }

  @Test("A feed item's overlong id is shortened with a digest")
  func long() throws {
    let guids = ["x", "y"].map { String(repeating: "長", count: 100) + $0 }
    let ids = try guids.compactMap {
      try photo("<guid>\($0)</guid>", in: "https://example.org/photos.rss")?.checked().id
    }
    #expect(Set(ids).count == 2 && ids.allSatisfy { $0.hasPrefix("example.org/長長") })
  }

  @Test("A feed item without an id is identified by its page")
  func page() throws {
    let feed = "https://example.org/photos.rss"
    #expect(
      try photo("<guid/><link>https://example.org/1</link>", in: feed)?.id
        == "https://example.org/1")
    #expect(
      try photo("<link>/page</link>", in: feed)?.id == "example.org/https://other.example/page")
  }

  @Test(
    "An item of a Flickr feed is identified by the photo's number at the site Flickr",
    arguments: [
      "tag:flickr.com,2004:/photo/53500000001", "tag:flickr.com,2005:/photo/53500000001",
      "tag:flickr.com,2005:/grouppool/2471767@N21/photo/53500000001",
    ])
  func flickr(id: String) throws {
    for host in ["www.flickr.com", "api.flickr.com", "flickr.com", "WWW.FLICKR.COM"] {
      let feed = "https://\(host)/services/feeds/groups_pool.gne"
      let photo = try photo("<guid>\(id)</guid>", in: feed)
      #expect(photo?.id == "53500000001" && photo?.site == "flickr.com")
    }
  }

  @Test(
    "An item of another site's feed is not identified as a Flickr photo",
    arguments: [
      "https://evil.example/services/feeds/photos_public.gne", "https://flickr.com.evil.example/",
      "https://www.flickr.com@evil.example/photos.rss", "https://notflickr.com/",
    ])
  func claimed(feed: String) throws {
    let author = "<author profile='https://www.flickr.com/people/10000001@N00/'>Ada</author>"
    let photo = try photo("<guid>tag:flickr.com,2005:/photo/123</guid>\(author)", in: feed)
    let site = try #require(photo?.site)
    #expect(site != "flickr.com" && photo?.owner != "10000001@N00")
  }
}
