import FlickrProvider
import ProviderKit
import Testing

@Suite("The look-up of a name in a Flickr source")
struct FlickrLookupTests {
  private let provider = FlickrProvider()

  @Test(
    "A Flickr source with a name in it looks up the NSID, and lists by that",
    arguments: [
      ("user/bees", "flickr.urls.lookupUser", "photos/bees", "user", "user_id=1@N02"),
      ("person/bees", "flickr.urls.lookupUser", "photos/bees", "user", "user_id=1@N02"),
      ("favorites/bees", "flickr.urls.lookupUser", "photos/bees", "user", "user_id=1@N02"),
      ("albums/bees", "flickr.urls.lookupUser", "photos/bees", "user", "user_id=1@N02"),
      ("album/bees/72", "flickr.urls.lookupUser", "photos/bees", "user", "user_id=1@N02"),
      ("group/fog", "flickr.urls.lookupGroup", "groups/fog", "group", "group_id=1@N02"),
    ])
  func lookups(
    selector: String, method: String, path: String, member: String, argument: String
  ) throws {
    var query = PageQuery(selector: selector)
    let lookup = try #require(try provider.resolveRequest(for: query))
    #expect(lookup.value("method") == method)
    #expect(lookup.value("url") == "https://www.flickr.com/\(path)/")
    #expect(lookup.value("per_page") == nil && lookup.value("extras") == nil)
    let found = try provider.resolution(
      from: Answer(body: "{\"\(member)\":{\"id\":\"1@N02\"},\"stat\":\"ok\"}"), for: query)
    #expect(found == Resolution(value: "1@N02"))
    query.resolved = found.value
    let listing = try provider.pageRequest(for: query)
    #expect(listing.parameters.contains { "\($0.name)=\($0.value ?? "")" == argument })
    #expect(listing.value("page") == "1")
  }

  @Test("A name that is in no address is looked up as the name that an account shows")
  func shownName() throws {
    var query = PageQuery(selector: "user/bees")
    let unknown = Answer(body: #"{"stat":"fail","code":1,"message":"User not found"}"#)
    let second = try provider.resolution(from: unknown, for: query)
    #expect(second.value == nil)
    query.cursor = second.next
    #expect(query.cursor != nil)
    let lookup = try #require(try provider.resolveRequest(for: query))
    #expect(lookup.value("method") == "flickr.people.findByUsername")
    #expect(lookup.value("username") == "bees")
    let failure = try #require(throws: ProviderFailure.self) {
      try provider.resolution(from: unknown, for: query)
    }
    #expect(failure.kind == .source && failure.hint?.contains("NSID") == true)
    let spaced = try #require(
      try provider.resolveRequest(for: PageQuery(selector: "user/B%20%C3%A9es")))
    #expect(spaced.value("username") == "B ées")
  }

  @Test("A passing failure of a look-up does not lead to another one")
  func passingFailure() throws {
    let busy = Answer(body: #"{"stat":"fail","code":105,"message":"Service unavailable"}"#)
    let failure = try #require(throws: ProviderFailure.self) {
      try provider.resolution(from: busy, for: PageQuery(selector: "user/bees"))
    }
    #expect(failure.kind == .retryLater)
  }

  @Test(
    "A Flickr source without a name, or with an NSID, looks nothing up",
    arguments: ["recent", "user/1@N02", "album/72", "gallery/72", "photo/5", "tag/cat", "explore"])
  func noLookup(selector: String) throws {
    #expect(try provider.resolveRequest(for: PageQuery(selector: selector)) == nil)
  }

  @Test("A Flickr source whose name was not looked up is refused")
  func notLookedUp() {
    let failure = ProviderFailure(.source, "the name \"bees\" was not looked up")
    for selector in ["user/bees", "albums/bees"] {
      #expect(throws: failure) { try provider.pageRequest(for: PageQuery(selector: selector)) }
    }
  }

  @Test(
    "A look-up's answer without an NSID is malformed",
    arguments: ["{}", "{\"user\":{\"id\":\"bees\"}}", "{\"user\":{\"id\":\"1@N0/2\"}}"])
  func noNSID(body: String) {
    #expect {
      try provider.resolution(from: Answer(body: body), for: PageQuery(selector: "user/bees"))
    } throws: {
      ($0 as? ProviderFailure)?.kind == .malformed
    }
  }
}
