import ProviderKit
import Testing
import WebFeedProvider

@Suite("A feed item")
struct FeedItemTests {
  private func photo(_ parts: String, id: String = "<guid>urn:1</guid>") throws -> Photo? {
    let body = """
      <rss xmlns:m="http://search.yahoo.com/mrss/" xmlns:dc="http://purl.org/dc/elements/1.1/"
        xmlns:cc="http://creativecommons.org/ns#" xmlns:geo="http://www.w3.org/2003/01/geo/wgs84_pos#"
        xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd">
      <channel><item>\(id)\(parts)<enclosure url="http://a/1" type="image/png"/></item>
      </channel></rss>
      """
    let query = PageQuery(
      selector: "https://Example.org/photos.rss", cursor: "https://other.example/2.rss")
    return try WebFeedProvider().page(from: Answer(body: body), for: query).photos.first
  }

  private func entry(_ parts: String) throws -> Photo? {
    let body = """
      <feed xmlns="http://www.w3.org/2005/Atom"><author><name>The feed's</name></author><entry>
      <id>urn:1</id><link rel="enclosure" type="image/png" href="http://a/1"/>\(parts)</entry></feed>
      """
    let query = PageQuery(selector: "https://example.org/photos.atom")
    return try WebFeedProvider().page(from: Answer(body: body), for: query).photos.first
  }

  @Test(
    "A feed item's author is found in each form",
    arguments: [
      ("<author>ada@example.org (\"Ada\")</author>", "Ada"), ("<author>Ada</author>", "Ada"),
      ("<author><name>Ada</name><email>a@b</email></author>", "Ada"),
      ("<itunes:author>Ada</itunes:author>", "Ada"),
      ("<author>ada@example.org</author><itunes:author>Ada</itunes:author>", "Ada"),
      ("<author>ada@example.org</author>", nil), ("<dc:creator>Ada</dc:creator>", "Ada"),
      ("<dc:creator>Ada</dc:creator><m:credit role='photographer'>Bea</m:credit>", "Bea"),
      ("<dc:creator>Ada</dc:creator><m:credit role='distributor'>Bea</m:credit>", "Ada"),
    ])
  func people(parts: String, name: String?) throws {
    let photo = try photo(parts)
    #expect(photo?.ownerName == name && photo?.owner == "example.org")
  }

  @Test("A feed item without an author has the feed's author")
  func defaults() throws {
    #expect(try entry("")?.ownerName == "The feed's")
    #expect(try entry("<author><name>Own</name></author>")?.ownerName == "Own")
  }

  @Test(
    "A feed item's licence is found in each form",
    arguments: [
      ("<m:license href='https://creativecommons.org/licenses/by-sa/4.0/'/>", "CC BY-SA 4.0"),
      ("<m:license type='text/html' href='http://a/'>Own terms</m:license>", "Own terms"),
      (
        "<cc:license>http://creativecommons.org/publicdomain/mark/1.0/</cc:license>",
        "Public Domain Mark 1.0"
      ),
      ("<cc:license>http://a/terms</cc:license>", "http://a/terms"),
    ])
  func licenses(parts: String, name: String) throws {
    #expect(try photo(parts)?.license?.name == name)
  }

  @Test("A feed item's description is plain text")
  func words() throws {
    let marked = "<div xmlns='http://www.w3.org/1999/xhtml'><p>One</p><p>Tw<b>o</b></p></div>"
    #expect(try entry("<content type='xhtml'>\(marked)</content>")?.about == "One\nTwo")
    #expect(try entry("<title type='html'>a &amp;amp; b</title>")?.title == "a & b")
    #expect(try entry("<title>&lt;b&gt;</title>")?.title == "<b>")
    #expect(try photo("<title> a\n</title><description> </description>")?.about == nil)
  }

  @Test("A feed item's subjects and categories are its tags, each once")
  func tags() throws {
    let parts = "<category>cat</category><dc:subject>cat</dc:subject><dc:subject>sea</dc:subject>"
    #expect(try photo(parts)?.tags == ["cat", "sea"])
  }

  @Test("A feed item has a location only if both coordinates are given")
  func place() throws {
    let photo = try photo("<geo:lat>1.5</geo:lat><geo:long>-2</geo:long>")
    #expect(photo?.latitude == 1.5 && photo?.longitude == -2)
    #expect(try self.photo("<geo:lat>1.5</geo:lat>")?.latitude == nil)
    #expect(try self.photo("<geo:lat>nan</geo:lat><geo:long>1</geo:long>")?.latitude == nil)
  }
}
