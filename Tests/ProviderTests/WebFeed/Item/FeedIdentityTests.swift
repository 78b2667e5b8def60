import ProviderKit
import Testing
import WebFeedProvider

@Suite("The identity of a feed's item")
struct FeedIdentityTests {
  private func photo(_ name: String, in feed: String) throws -> Photo? {
    let picture = "<enclosure url=\"http://a/1\" type=\"image/png\"/>"
    let body = "<rss><channel><item>\(name)\(picture)</item></channel></rss>"
    let query = PageQuery(selector: feed, cursor: "https://other.example/2.rss")
    return try WebFeedProvider().page(from: Answer(body: body), for: query).photos.first
  }

  @Test(
    "The identity of a feed's item is an absolute id as it stands if the id names the feed's own site",
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
    "The identity of a feed's item has the feed's host before an id that another feed could state as well",
    arguments: [
      "17", "urn:uuid:1", "https://victim.example/1", "https://example.org@victim.example/1",
      "https://example.org.victim.example/1", "tag:victim.example,2005:1", "tag:example.org",
      "https:example.org/1", "victim.example/1",
    ])
  func foreign(id: String) throws {
    let photo = try photo("<guid>\(id)</guid>", in: "https://Example.org/photos.rss")
    #expect(photo?.id == "example.org/\(id)" && photo?.site == nil)
  }

  @Test(
    "The identity of a feed's item is the first picture's address if the feed names neither the item nor its page"
  )
  func picture() throws {
    #expect(try photo("<title>x</title>", in: "http://A/photos.rss")?.id == "http://a/1")
    #expect(try photo("", in: "https://example.org/")?.id == "example.org/http://a/1")
  }

  @Test(
    "The identity of a feed's item ends in a digest if it is too long, so that the photo is kept")
  func long() throws {
    let guids = ["x", "y"].map { String(repeating: "長", count: 100) + $0 }
    let ids = try guids.compactMap {
      try photo("<guid>\($0)</guid>", in: "https://example.org/photos.rss")?.checked().id
    }
    #expect(Set(ids).count == 2 && ids.allSatisfy { $0.hasPrefix("example.org/長長") })
  }

  @Test("The identity of a feed's item is the item's page if the feed does not name the item")
  func page() throws {
    let feed = "https://example.org/photos.rss"
    #expect(
      try photo("<guid/><link>https://example.org/1</link>", in: feed)?.id
        == "https://example.org/1")
    #expect(
      try photo("<link>/page</link>", in: feed)?.id == "example.org/https://other.example/page")
  }

  @Test(
    "The identity of a feed's item is the photo's number, and Flickr the site, in each feed of Flickr's",
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
    "The identity of a feed's item is not a photo of Flickr's in a feed of another site",
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
