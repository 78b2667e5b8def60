import ProviderKit
import Testing
import WebFeedProvider

@Suite("The images of a feed item")
struct FeedPicturesTests {
  /// The addresses of each photo's renditions.
  private func pictures(_ parts: String) throws -> [[String]] {
    try photos(parts).map { $0.renditions.map(\.url) }
  }

  private func photos(_ parts: String) throws -> [Photo] {
    let body = """
      <rss xmlns:m="http://search.yahoo.com/mrss/" xmlns:a="http://www.w3.org/2005/Atom"><channel>
      <item><guid>urn:1</guid>\(parts)</item></channel></rss>
      """
    let query = PageQuery(selector: "https://example.org/a/photos.rss")
    return try WebFeedProvider().page(from: Answer(body: body), for: query).photos
  }

  @Test("The images of a feed item are its media, else its enclosures, else a thumbnail")
  func order() throws {
    let media = "<m:content url='http://a/m' medium='image'/>"
    let enclosed = "<enclosure url='http://a/e' type='image/png'/>"
    let link = "<a:link rel='enclosure' href='http://a/l' type='image/png'/>"
    let thumbnail = "<m:thumbnail url='http://a/t'/>"
    #expect(try pictures(thumbnail + link + enclosed + media) == [["http://a/m"]])
    #expect(try pictures(thumbnail + link) == [["http://a/l"]])
    #expect(try pictures(thumbnail + enclosed) == [["http://a/e"]])
    #expect(try pictures(thumbnail) == [["http://a/t"]])
    #expect(try pictures("") == [])
  }

  @Test("The images of a feed item's text are listed in addition, and in place of its thumbnails")
  func inline() throws {
    let text = "<description>&lt;p>&lt;img src='/i.jpg' alt='>'/>&lt;/p></description>"
    let video = "<enclosure url='http://a/v' type='video/mp4'/>"
    let enclosed = "<enclosure url='http://a/e' type='image/png'/>"
    #expect(
      try pictures(text + "<m:thumbnail url='http://a/t'/>") == [["https://example.org/i.jpg"]])
    #expect(try pictures(text + enclosed) == [["http://a/e"], ["https://example.org/i.jpg"]])
    #expect(try pictures(text + video) == [["https://example.org/i.jpg"]])
    let xhtml = """
      <a:content type='xhtml'><div xmlns='http://www.w3.org/1999/xhtml'><p>x <img src='http://a/1'/></p>
      <img src='http://a/2'/></div></a:content>
      """
    #expect(try pictures(xhtml) == [["http://a/1"], ["http://a/2"]])
    #expect(try pictures("<a:content type='text'>&lt;img src='http://a/1'></a:content>") == [])
  }

  @Test(
    "The images in a feed item's text exclude icons, avatars and tracking pixels",
    arguments: [
      ("<IMG class=big SRC=http://a/1.jpg width=640>", ["http://a/1.jpg"]),
      ("<img src=\"http://a/1?b&amp;c\"><img src='http://a/1?b&c'>", ["http://a/1?b&c"]),
      (
        "<img src='http://a/1'\nalt='a' src='http://a/2'><img src = http://a/3 >",
        ["http://a/1", "http://a/3"]
      ),
      ("<img src='http://a/1' width='1' height='1'><img height=40 src=http://a/2>", []),
      (
        "<img src='https://s.w.org/images/core/emoji/1.png'><img alt='x'><imgs src='http://a/1'>",
        []
      ),
      (
        "<img src=http://a/1 srcset='http://a/1 300w, http://a/2?x,y 1024w,http://a/3 768w'>",
        ["http://a/2?x,y"]
      ),
      ("<img src='data:' srcset=' ,http://a/1 , http://a/2\n2.5x'>", ["http://a/2"]),
      ("<img src=http://a/1 srcset='http://a/2, http://a/3 1x, http://a/4 nanw'>", ["http://a/1"]),
      ("<img src=http://a/1 srcset='http://a/2 9q, http://a/3 10w 5h, ,'>", ["http://a/1"]),
      ("<img src='https://0.gravatar.com/avatar/1'><img src='data:image/png;base64,'>", []),
      ("<a href='http://a/1.jpg'>x</a><!-- <img", []),
    ])
  func signs(html: String, addresses: [String]) throws {
    let text = "<description><![CDATA[\(html)]]></description>"
    #expect(try pictures(text) == addresses.map { [$0] })
  }

  @Test("The address of an image in a feed item's text is stripped of line breaks")
  func brokenAddress() throws {
    let html = "<img src='\n http://a/b\r\n\t/1.jpg?x&amp;y '>"
    #expect(
      try pictures("<description><![CDATA[\(html)]]></description>") == [["http://a/b/1.jpg?x&y"]])
  }

  @Test(
    "An enclosure without an exact type is an image unless its address says otherwise",
    arguments: [
      ("url='http://a/1.JPG?x'", true), ("url='http://a/1.jpg' type=''", true),
      ("url='http://a/1' type='image'", true), ("url='http://a/1' type='Image/JPEG'", true),
      ("url='http://a/1'", true), ("url='http://a/1.mp3'", false), ("url='http://a/1.zip'", false),
      ("url='http://a/1.png' type='application/octet-stream'", true),
      ("url='http://a/1' type='application/octet-stream'", false),
      ("url='http://a/1.jpg' type='video/mp4'", false), ("url='http://a/1' type='audio'", false),
    ])
  func types(attributes: String, isPicture: Bool) throws {
    #expect(try pictures("<enclosure \(attributes)/>").isEmpty == !isPicture)
  }

  @Test("The image addresses of a feed item are relative to the enclosing xml:base")
  func base() throws {
    let body = """
      <feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://b.example/feed/">
      <link rel="next" href="2.atom" xml:base="pages/"/>
      <entry xml:base="one/"><id>1</id><link href="page"/>
      <link rel="enclosure" type="image/png" href="e.png"/></entry>
      <entry><id>2</id><content type="html" xml:base="/two/">&lt;img src="i.png"></content></entry>
      <entry><id>3</id><content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"
      xml:base="three/"><img src="x.png" xml:base="deep/"/></div></content></entry>
      <entry xml:base="mailto:a"><id>4</id><link rel="enclosure" type="image" href="4.png"/></entry>
      </feed>
      """
    let query = PageQuery(selector: "https://example.org/a/photos.atom")
    let page = try WebFeedProvider().page(from: Answer(body: body), for: query)
    #expect(
      page.photos.flatMap(\.renditions).map(\.url) == [
        "https://b.example/feed/one/e.png", "https://b.example/two/i.png",
        "https://b.example/feed/three/deep/x.png", "https://b.example/feed/4.png",
      ])
    #expect(page.photos.first?.pageURL == "https://b.example/feed/one/page")
    #expect(page.next == "https://b.example/feed/pages/2.atom")
  }

  @Test("After a redirect, references in a feed are relative to the address that answered")
  func redirected() throws {
    let body = """
      <feed xmlns="http://www.w3.org/2005/Atom"><link rel="next" href="2.atom"/>
      <entry><id>1</id><link href="page"/><link rel="enclosure" type="image/png" href="e.png"/>
      <content type="html">&lt;img src="i.png"></content></entry></feed>
      """
    let query = PageQuery(selector: "https://example.org/feed")
    let answer = Answer(body: body, url: "https://b.example/blog/new/feed.xml")
    let page = try WebFeedProvider().page(from: answer, for: query)
    #expect(
      page.photos.flatMap(\.renditions).map(\.url) == [
        "https://b.example/blog/new/e.png", "https://b.example/blog/new/i.png",
      ])
    #expect(page.photos.first?.pageURL == "https://b.example/blog/new/page")
    #expect(page.next == "https://b.example/blog/new/2.atom")
    // The feed is still that of the host that was asked.
    #expect(page.photos.map(\.owner) == ["example.org", "example.org"])
  }

  @Test("Addresses that differ in their fragment only are one image")
  func fragments() throws {
    let media = "<m:content url='http://a/1.jpg#a' medium='image'/>"
    let text = "<description>&lt;img src='http://a/1.jpg#b'></description>"
    #expect(try pictures(media + text) == [["http://a/1.jpg"]])
  }

  @Test("Ungrouped images of a feed item are one photo each, in order, each address once")
  func several() throws {
    let first = "<m:content url='http://a/1' medium='image'/>"
    let group = "<m:group>\(first)<m:content url='http://a/2' type='image/png'/></m:group>"
    let third = "<m:content url='http://a/3.JPG?x'/>"
    #expect(
      try pictures(third + group + first) == [["http://a/3.JPG?x"], ["http://a/1", "http://a/2"]])
    #expect(try photos(third + group).map(\.id) == ["example.org/urn:1", "example.org/urn:1#2"])
  }

  @Test("The images of a feed item exclude videos, sounds, pages and the author's portrait")
  func others() throws {
    #expect(
      try pictures(
        """
        <m:content url='http://a/1.jpg' medium='video'/><m:content url='http://a/2' type='audio/mp3'/>
        <m:content url='http://a/3'/><m:content medium='image'/>
        <m:content url='https://1.gravatar.com/avatar/x?s=96' medium='image'/>
        <m:thumbnail url='http://a/4.jpg'/>
        """) == [])
  }

  @Test("The images of a feed item have dimensions only if a choice of size needs them")
  func measures() throws {
    let one = "<m:content url='http://a/1' type='image/png' width='9' height='8' fileSize='7'/>"
    let two = "<m:content url='http://a/2' type='image/png' width='5' height='4'/>"
    #expect(try photos(one).first?.renditions == [Rendition(label: "9x8", url: "http://a/1")])
    #expect(
      try photos("<m:group>\(one)\(two)</m:group>").first?.renditions == [
        Rendition(label: "9x8", url: "http://a/1", width: 9, height: 8),
        Rendition(label: "5x4", url: "http://a/2", width: 5, height: 4),
      ])
  }

  @Test(
    "Without dimensions, a feed item's best image is the default, else the longest file",
    arguments: [
      ("", "", "http://a/1"), ("fileSize='5'", "fileSize='6'", "http://a/2"),
      ("isDefault='true'", "fileSize='6'", "http://a/1"),
    ])
  func unmeasured(first: String, second: String, best: String) throws {
    let group = """
      <m:group><m:content url='http://a/1' medium='image' \(first)/>
      <m:content url='http://a/2' medium='image' \(second)/></m:group>
      """
    #expect(try photos(group).first?.renditions.filter(\.isOriginal).map(\.url) == [best])
  }

  @Test(
    "The images of a feed item have hashes of the supported algorithms only",
    arguments: [
      ("", "AB", Rendition.Digest(.md5, hex: "ab")),
      ("algo='sha-1'", " ab ", Rendition.Digest(.sha1, hex: "ab")),
      ("algo='crc32'", "ab", nil), ("", " ", nil),
    ])
  func hashes(algorithm: String, text: String, digest: Rendition.Digest?) throws {
    let hash = "<m:hash \(algorithm)>\(text)</m:hash>"
    let photo = try photos("<m:content url='http://a/1' medium='image'>\(hash)</m:content>").first
    #expect(photo?.renditions.map(\.digest) == [digest])
  }

  @Test("The image addresses of a feed item are relative to the feed's address")
  func relative() throws {
    let urls = ["x.jpg", "/x.jpg", "//b/x.jpg", "https://c/x y.jpg", "ftp://d/x.jpg"]
    let media = urls.map { "<m:content url='\($0)' medium='image'/>" }
    #expect(
      try pictures(media.joined()).flatMap(\.self) == [
        "https://example.org/a/x.jpg", "https://example.org/x.jpg", "https://b/x.jpg",
        "https://c/x%20y.jpg", "ftp://d/x.jpg",
      ])
  }
}
