import ProviderKit
import Testing
import WebFeedProvider

@Suite("A web feed")
struct FeedListingTests {
  private let provider = WebFeedProvider()
  private let query = PageQuery(selector: WebFeedRecording.address)
  private let flickr = PageQuery(
    selector: "https://www.flickr.com/services/feeds/photos_public.gne")

  @Test("The error of an answer that is no feed names its address and its status")
  func status() {
    let query = PageQuery(selector: WebFeedRecording.address, cursor: "https://example.org/page/2")
    let failure = #expect(throws: ProviderFailure.self) {
      try WebFeedProvider().page(from: Answer(status: 404, body: ""), for: query)
    }
    #expect(
      failure?.message == "the feed at https://example.org/page/2 answers with HTTP status 404")
  }

  @Test("A Flickr feed in RSS lists its photo with all metadata")
  func flickrRSS() throws {
    let page = try provider.page(from: WebFeedRecording.flickrRSS, for: flickr)
    let photo = Photo(
      id: "53500000001", site: "flickr.com", owner: "10000001@N00", ownerName: "Ada L",
      title: "Old harbour", about: "Fog & boats",
      pageURL: "https://www.flickr.com/photos/ada/53500000001/", takenAt: "2024-03-01 07:08:09",
      uploadedAt: 1_710_025_445, tags: ["fog", "harbour"],
      license: License(
        name: "CC BY-NC 2.0", url: "http://creativecommons.org/licenses/by-nc/2.0/deed.en"),
      renditions: [
        Rendition(
          label: "1024x683", url: "https://live.staticflickr.com/1/53500000001_abc_b.jpg")
      ])
    #expect(page == Page(photos: [photo], extent: .window))
  }

  @Test("A Flickr feed in Atom lists its photo with all metadata")
  func flickrAtom() throws {
    let page = try provider.page(from: WebFeedRecording.flickrAtom, for: flickr)
    let photo = Photo(
      id: "53500000001", site: "flickr.com", owner: "10000001@N00", ownerName: "Ada",
      title: "Old harbour", about: "Fog",
      pageURL: "https://www.flickr.com/photos/ada/53500000001/", takenAt: "2024-03-01 07:08:09",
      uploadedAt: 1_710_025_445, tags: ["fog", "harbour"],
      license: License(
        name: "CC0 1.0", url: "https://creativecommons.org/publicdomain/zero/1.0/"),
      latitude: 38.7, longitude: -9.1,
      renditions: [
        Rendition(
          label: "enclosure", url: "https://live.staticflickr.com/1/53500000001_abc_b.jpg")
      ])
    #expect(page == Page(photos: [photo], extent: .window))
  }

  @Test("A blog's feed lists each enclosed image, without a stated length")
  func wordPress() throws {
    let page = try provider.page(from: WebFeedRecording.wordPress, for: query)
    var photo = Photo(
      id: "https://example.org/?p=3", owner: "example.org", ownerName: "bea", title: "Two cats",
      about: "A cat & a cat […]", pageURL: "https://example.org/cats/", uploadedAt: 1_719_837_000,
      tags: ["Cats", "home"],
      renditions: [Rendition(label: "enclosure", url: "https://example.org/3.jpg")])
    #expect(page.photos.first == photo)
    photo.id += "#2"
    photo.renditions = [Rendition(label: "enclosure", url: "https://example.org/4.png")]
    let nameless = Photo(
      id: "https://example.org/5.jpg", owner: "example.org", title: "Nameless",
      renditions: [Rendition(label: "enclosure", url: "https://example.org/5.jpg")])
    #expect(page.photos.dropFirst() == [photo, nameless])
    #expect(page.refused == [])
    #expect(page.next == "https://example.org/photos.rss?paged=2")
  }

  @Test("A web feed's media group is one photo with several sizes and the stated hash")
  func mediaGroup() throws {
    let page = try provider.page(from: WebFeedRecording.mediaGroup, for: query)
    let photo = Photo(
      id: "example.org/17", owner: "example.org", title: "A group", tags: ["a", "b"],
      license: License(
        name: "CC BY 4.0", url: "https://creativecommons.org/licenses/by/4.0/"),
      renditions: [
        Rendition(label: "320x240", url: "https://example.org/s.jpg", width: 320, height: 240),
        Rendition(
          label: "1600x1200", url: "https://example.org/l.jpg", width: 1600, height: 1200,
          digest: .init(.md5, hex: "dfdec888b72151965a34b4b59031290a")),
      ])
    #expect(page == Page(photos: [photo], extent: .window))
  }

  @Test("A web feed in RSS 1.0, with items beside its channel, is read")
  func rss1() throws {
    let answer = Answer(
      body: """
        <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
          xmlns="http://purl.org/rss/1.0/" xmlns:m="http://search.yahoo.com/mrss/"
          xmlns:dc="http://purl.org/dc/elements/1.1/">
        <channel rdf:about="https://example.org/"><dc:creator>Ada</dc:creator></channel>
        <item rdf:about="https://example.org/1"><title>One</title><dc:date>2024-07-01</dc:date>
        <m:thumbnail url="https://example.org/1.jpg" width="10" height="10"/></item></rdf:RDF>
        """)
    let page = try provider.page(from: answer, for: query)
    let photo = Photo(
      id: "https://example.org/1", owner: "example.org", ownerName: "Ada", title: "One",
      uploadedAt: 1_719_792_000,
      renditions: [Rendition(label: "10x10", url: "https://example.org/1.jpg")])
    #expect(page == Page(photos: [photo], extent: .window))
  }

  @Test("A web feed is requested with its parameters, and its pages at their own addresses")
  func requests() throws {
    var query = query
    query.parameters = ["id": "1@N00", "format": "rss2"]
    let first = try provider.pageRequest(for: query)
    #expect(first.url == WebFeedRecording.address)
    #expect(first.parameters == [.init("format", "rss2"), .init("id", "1@N00")])
    query.cursor = "https://example.org/photos.rss?paged=2"
    let second = try provider.pageRequest(for: query)
    #expect(second == RequestDescription(url: "https://example.org/photos.rss?paged=2"))
  }

  @Test(
    "A web feed whose next page is the same page ends",
    arguments: ["photos.rss?b=2&a=1", "https://EXAMPLE.org/photos.rss?a=1&b=2", "?a=1&b=2"])
  func ends(next: String) throws {
    var query = query
    query.parameters = ["a": "1", "b": "2"]
    let href = next.replacing("&", with: "&amp;")
    let answer = Answer(
      body: "<feed xmlns='http://www.w3.org/2005/Atom'><link rel='next' href='\(href)'/></feed>")
    #expect(try provider.page(from: answer, for: query) == Page(photos: [], extent: .window))
  }

  @Test("A web feed reports on its first page that no item has an image")
  func onlyText() throws {
    let answer = Answer(
      body: """
        <rss><channel><item><guid>1</guid><description>&lt;img src='data:image/gif;base64,R0'></description></item>
        <item><guid>2</guid></item></channel></rss>
        """)
    let page = try provider.page(from: answer, for: query)
    #expect(page.photos == [] && page.refused.count == 1)
    #expect(page.refused.first?.hasPrefix("none of the 2 items of the feed has an image") == true)
    var second = query
    second.cursor = "https://example.org/photos.rss?paged=2"
    #expect(try provider.page(from: answer, for: second) == Page(photos: [], extent: .window))
  }

  @Test("A web feed continues if its next page differs only in parameters")
  func otherParameters() throws {
    var query = query
    query.parameters = ["page": "1"]
    let answer = Answer(
      body: "<feed xmlns='http://www.w3.org/2005/Atom'><link rel='next' href='photos.rss'/></feed>")
    #expect(try provider.page(from: answer, for: query).next == WebFeedRecording.address)
  }

  @Test(
    "A web feed reports an invalid address of its next page",
    arguments: ["ftp://a/", "#top", "https://"])
  func badNext(next: String) throws {
    let answer = Answer(
      body: "<feed xmlns='http://www.w3.org/2005/Atom'><link rel='next' href='\(next)'/></feed>")
    let page = try provider.page(from: answer, for: query)
    #expect(
      page == Page(photos: [], refused: ["invalid next-page address \"\(next)\""], extent: .window))
  }

  @Test("A web feed whose long text would repeat with thousands of images is cut with a note")
  func heavy() throws {
    let text = String(repeating: "x", count: 60_000)
    let media = (1...1000).map { "<m:content url='https://a/\($0).jpg'/>" }.joined()
    let item = "<item><guid>urn:1</guid><description>\(text)</description>\(media)</item>"
    let namespace = "xmlns:m='http://search.yahoo.com/mrss/'"
    let one = Answer(body: "<rss \(namespace)><channel>\(item)</channel></rss>")
    let page = try provider.page(from: one, for: query)
    #expect((100...300).contains(page.photos.count))
    #expect(page.refused.first?.hasPrefix("the feed is too long: ") == true)
  }

  @Test("A web feed lists at most ten thousand images, and reports the limit")
  func tooMany() throws {
    let items = (1...10_001).map {
      "<item><guid>\($0)</guid><enclosure url='https://a/\($0)' type='image/png'/></item>"
    }
    let answer = Answer(body: "<rss><channel>\(items.joined())</channel></rss>")
    let page = try provider.page(from: answer, for: query).checked()
    #expect(page.photos.count == 10_000)
    #expect(
      page.refused == [
        "the feed is too long: only its first 10000 images are listed"
      ])
  }
}
