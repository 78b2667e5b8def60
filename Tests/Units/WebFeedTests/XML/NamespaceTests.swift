import ProviderKit
import Testing
import WebFeedProvider

@Suite("Namespaces of feeds")
struct NamespaceTests {
  private func photos(_ body: String) throws -> [Photo] {
    let query = PageQuery(selector: "https://example.org/photos.rss")
    return try WebFeedProvider().page(from: Answer(body: body), for: query).photos
  }

  @Test(
    "RSS elements are recognised in any namespace",
    arguments: [
      "", "http://backend.userland.com/rss2", "http://my.netscape.com/publish/formats/rss-0.91.dtd",
      "http://blogs.law.harvard.edu/tech/rss", "http://www.w3.org/2005/Atom", "urn:none",
      "https://purl.org/rss/1.0/",
    ])
  func rss(namespace: String) throws {
    let photos = try photos(
      """
      <rss xmlns='\(namespace)' xmlns:m='http://search.yahoo.com/mrss/'><channel><item>
      <guid>1</guid><link/><link>https://example.org/1</link><title>One</title>
      <m:content url='http://a/1' medium='image'/></item></channel></rss>
      """)
    #expect(photos.map(\.title) == ["One"])
    #expect(photos.map(\.pageURL) == ["https://example.org/1"])
  }

  @Test(
    "Atom elements are recognised in any namespace, or in none",
    arguments: ["http://purl.org/atom/ns#", "http://www.w3.org/2005/Atom/", "", "urn:none"])
  func atom(namespace: String) throws {
    let photos = try photos(
      """
      <feed version='0.3' xmlns='\(namespace)'><entry><id>1</id>
      <title mode='escaped' type='text/html'>&lt;b>One&lt;/b></title>
      <issued>2004-07-01T12:30:00Z</issued><modified>2005-07-01T12:30:00Z</modified>
      <content type='text/html' mode='escaped'>&lt;img src='/1.jpg'></content></entry></feed>
      """)
    #expect(photos.map(\.title) == ["One"])
    #expect(photos.map(\.uploadedAt) == [1_088_685_000])
    #expect(photos.flatMap(\.renditions).map(\.url) == ["https://example.org/1.jpg"])
  }

  @Test(
    "Media RSS elements are recognised in each namespace that feeds use",
    arguments: [
      "http://search.yahoo.com/mrss/", "http://search.yahoo.com/mrss",
      "https://search.yahoo.com/mrss/",
      "http://www.rssboard.org/media-rss", "https://www.rssboard.org/media-rss",
    ])
  func media(namespace: String) throws {
    let photos = try photos(
      """
      <rss xmlns:m='\(namespace)'><channel><item><guid>1</guid>
      <m:content url='http://a/1' medium='image'/></item></channel></rss>
      """)
    #expect(photos.count == 1)
  }

  @Test("HTML character references in a feed with an external DOCTYPE are decoded")
  func skippedEntities() throws {
    let type = "<!DOCTYPE rss PUBLIC '-//Netscape//DTD RSS 0.91//EN' 'http://a/rss-0.91.dtd'>"
    let item = "<item><title>a&nbsp;b&eacute;&none;</title><enclosure url='http://a/1.jpg'/></item>"
    #expect(
      try photos("\(type)<rss><channel>\(item)</channel></rss>").map(\.title) == ["a bé&none;"])
  }
}
