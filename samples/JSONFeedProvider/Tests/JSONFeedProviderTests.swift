import JSONFeedProvider
import ProviderKit
import ProviderTesting
import Testing

@Suite("A JSON Feed")
struct JSONFeedProviderTests {
  private let provider = JSONFeedProvider()
  private let query = PageQuery(selector: JSONFeedRecording.address)

  @Test("A JSON Feed provider fulfils the contract")
  func contract() {
    let second = PageQuery(
      selector: JSONFeedRecording.address, cursor: JSONFeedRecording.address + "?page=2")
    let recorded = [
      Recorded.page(query, JSONFeedRecording.first), .page(second, JSONFeedRecording.last),
    ]
    #expect(ProviderConformance.check(provider, recorded: recorded) == [])
  }

  @Test("A JSON Feed lists each image of an item, with the item's metadata")
  func pictures() throws {
    let page = try provider.page(from: JSONFeedRecording.first, for: query)
    #expect(
      page.photos.first
        == Photo(
          id: "https://example.org/1", owner: "example.org", ownerName: "Ada", title: "Two of them",
          about: "a cat, a dog", pageURL: "https://example.org/1", uploadedAt: 1_615_734_566,
          tags: ["cat", "dog"],
          renditions: [
            Rendition(label: "Original", url: "https://example.org/cat.jpg", isOriginal: true)
          ]))
    #expect(
      page.photos.map(\.id) == ["https://example.org/1", "https://example.org/1#2", "2", "3"])
    #expect(
      page.photos.flatMap(\.renditions).map(\.url) == [
        "https://example.org/cat.jpg", "https://example.org/dog.png", "https://example.org/2.jpg",
        "https://example.org/3.jpg",
      ])
    #expect(page.refused == ["item 5 of the feed has no id"])
  }

  @Test("A JSON Feed lists the images in an item's text, and counts the icons that it leaves out")
  func text() throws {
    let html =
      "<p>A cat</p><img src='/1.jpg'><a href='/2.jpg'><img src='2s.jpg'></a><img src=x width=1>"
    let item = #"{"id":"1","image":"https://example.org/a/1.jpg","content_html":"HTML"},"#
    let body = #"{"items":["# + item + #"{"id":"2","content_html":"HTML"}]}"#
    let answer = Answer(body: body.replacing("HTML", with: html))
    let page = try provider.page(from: answer, for: query)
    #expect(
      page.photos.map { $0.renditions.map(\.url) } == [
        ["https://example.org/a/1.jpg"], ["https://example.org/1.jpg"],
        ["https://example.org/2s.jpg", "https://example.org/2.jpg"],
        ["https://example.org/1.jpg"],
        ["https://example.org/2s.jpg", "https://example.org/2.jpg"],
      ])
    #expect(page.photos.map(\.id) == ["1", "1#2", "1#3", "2", "2#2"])
    #expect(page.photos.map(\.about) == Array(repeating: html, count: 5))
    #expect(page.skipped.map(\.kind) == ["icon", "icon"])
  }

  @Test("A JSON Feed continues at the exact address of its next page")
  func paging() throws {
    let next = try provider.page(from: JSONFeedRecording.first, for: query).next
    #expect(next == "https://example.org/feed.json?page=2")
    var second = query
    second.cursor = next
    #expect(
      try provider.pageRequest(for: second)
        == RequestDescription(url: "https://example.org/feed.json?page=2"))
    #expect(try provider.page(from: JSONFeedRecording.last, for: second).next == nil)
  }

  @Test("A JSON Feed keeps the parameters of its address")
  func parameters() throws {
    var query = query
    query.parameters = ["feed": "json", "a": "b"]
    let request = try provider.pageRequest(for: query)
    #expect(request.url == JSONFeedRecording.address)
    #expect(request.parameters == [.init("a", "b"), .init("feed", "json")])
  }

  @Test("A JSON Feed whose next page is the same page ends")
  func ends() throws {
    let answer = Answer(body: "{\"items\":[],\"next_url\":\"\(JSONFeedRecording.address)\"}")
    #expect(try provider.page(from: answer, for: query) == Page(photos: [], extent: .window))
  }

  @Test(
    "A JSON Feed reports an invalid address of its next page",
    arguments: ["", "ftp://a/", "/feed?page=2"])
  func badNext(next: String) throws {
    let answer = Answer(body: "{\"items\":[],\"next_url\":\"\(next)\"}")
    let page = try provider.page(from: answer, for: query)
    let refused = "invalid next-page address \"\(next)\""
    #expect(page == Page(photos: [], refused: [refused], extent: .window))
  }

  @Test("A JSON Feed passes on an image with an invalid address, which the host refuses")
  func relative() throws {
    let answer = Answer(body: "{\"items\":[{\"id\":\"1\",\"image\":\"/1.jpg\"}]}")
    let page = try provider.page(from: answer, for: query)
    #expect(page.photos.flatMap(\.renditions).map(\.url) == ["/1.jpg"] && page.refused.isEmpty)
  }

  @Test(
    "A malformed JSON Feed is refused",
    arguments: [("{}", 200), ("[]", 200), ("{\"items\":{}}", 200), ("{\"items\":[]}", 404)])
  func noFeed(body: String, status: Int) {
    #expect(throws: ProviderFailure.self) {
      try provider.page(from: Answer(status: status, body: body), for: query)
    }
  }

  @Test(
    "A JSON Feed is recognised by its address",
    arguments: ["https://example.org/feed.json", "http://a/b/feed.json?c"])
  func claims(address: String) {
    #expect(provider.selector(claiming: address) == address)
  }
}
