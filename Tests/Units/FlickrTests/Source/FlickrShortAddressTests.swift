import FlickrProvider
import ProviderKit
import Testing

@Suite("Short addresses of Flickr")
struct FlickrShortAddressTests {
  private let provider = FlickrProvider()

  private func resolution(_ selector: String, at url: String?) throws -> Resolution {
    try provider.resolution(
      from: Answer(status: 404, body: "<html>", url: url), for: PageQuery(selector: selector))
  }

  @Test("A short address is looked up without a key, by where its redirect leads")
  func request() throws {
    let request = try #require(
      try provider.resolveRequest(for: PageQuery(selector: "short/s/aHsj1")))
    #expect(request == RequestDescription(url: "https://flic.kr/s/aHsj1"))
    #expect(
      try resolution("short/s/aHsj1", at: "https://www.flickr.com/photos/bees/sets/72157650")
        == Resolution(value: "album/72157650"))
    #expect(
      try resolution("short/y/4aQZ", at: "https://www.flickr.com/photos/bees/galleries/72157/")
        == Resolution(value: "gallery/72157"))
    #expect(
      try resolution("short/ps/2p4Q", at: "https://www.flickr.com/photos/1@N00/")
        == Resolution(value: "user/1@N00"))
  }

  @Test("The account behind a short address is looked up by its name in a second step")
  func account() throws {
    let first = try resolution("short/ps/2p4Q", at: "https://www.flickr.com/photos/bees/")
    #expect(first == Resolution(value: nil, next: "bees"))
    let query = PageQuery(selector: "short/ps/2p4Q", cursor: first.next)
    let request = try #require(try provider.resolveRequest(for: query))
    #expect(request.parameters.contains(.init("url", "https://www.flickr.com/photos/bees/")))
    let body = #"{"user":{"id":"1@N00","username":{"_content":"Bees"}},"stat":"ok"}"#
    #expect(
      try provider.resolution(from: Answer(body: body), for: query)
        == Resolution(value: "user/1@N00", name: "Bees"))
    let page = try provider.pageRequest(
      for: PageQuery(selector: "short/ps/2p4Q", resolved: "user/1@N00"))
    #expect(page.parameters.contains(.init("user_id", "1@N00")))
  }

  @Test(
    "A short address that leads elsewhere is refused",
    arguments: [
      nil, "https://flic.kr/s/aHsj1", "https://example.org/photos/bees/", "https://www.flickr.com/",
    ])
  func elsewhere(url: String?) throws {
    let failure = try #require(throws: ProviderFailure.self) {
      try resolution("short/s/aHsj1", at: url)
    }
    #expect(failure.kind == .source)
  }

  @Test("A short address that was not looked up, or leads to another, has no pages")
  func unresolved() {
    for query in [
      PageQuery(selector: "short/s/aHsj1"),
      PageQuery(selector: "short/s/aHsj1", resolved: "short/s/aHsj1"),
      PageQuery(selector: "short/x/aHsj1"), PageQuery(selector: "short/s/a.b"),
    ] {
      #expect(throws: ProviderFailure.self) { try provider.pageRequest(for: query) }
    }
  }
}
