import FlickrProvider
import ProviderKit
import Testing

@Suite("An address of Flickr's")
struct FlickrAddressTests {
  @Test(
    "A page of Flickr's stands for its source",
    arguments: [
      ("https://www.flickr.com/photos/12037949754@N01/", "user/12037949754@N01"),
      ("http://flickr.com/photos/12037949754@N01", "user/12037949754@N01"),
      ("https://www.flickr.com/photos/12037949754%40N01/", "user/12037949754@N01"),
      ("HTTPS://WWW.FLICKR.COM/photos/1@N01/?a=b#c", "user/1@N01"),
      ("https://www.flickr.com/photos/bees_2-x/", "user/bees_2-x"),
      ("https://www.flickr.com/photos/bees/page7/", "user/bees"),
      ("https://www.flickr.com/people/bees/", "user/bees"),
      ("https://www.flickr.com/photos/1@N01/albums/72157650", "album/1@N01/72157650"),
      ("https://www.flickr.com/photos/1@N01/sets/72157650/", "album/1@N01/72157650"),
      ("https://www.flickr.com/photos/bees/albums/72157650/page2", "album/bees/72157650"),
      ("https://www.flickr.com/photos/bees/51035555243/", "photo/51035555243"),
      ("https://www.flickr.com/photos/1@N01/51035555243", "photo/51035555243"),
      ("https://www.flickr.com/photos/bees/51035555243/in/album-72157/", "photo/51035555243"),
      ("https://www.flickr.com/photos/bees/albums/72157/with/51035555243/", "album/bees/72157"),
      ("https://www.flickr.com/groups/1000001@N20/pool/with/51035555243", "group/1000001@N20"),
      ("https://www.flickr.com/photos/bees/51035555243/sizes/o/", "photo/51035555243"),
      ("https://www.flickr.com/photo.gne?id=51035555243", "photo/51035555243"),
      ("https://flic.kr/p/2p4QbKN", "photo/53208249252"),
      ("https://www.flickr.com/photos/bees/favorites/", "favorites/bees"),
      ("https://www.flickr.com/photos/bees/galleries/72157650/", "gallery/72157650"),
      ("https://www.flickr.com/groups/fog-lovers/pool/", "group/fog-lovers"),
      ("https://www.flickr.com/groups/1000001@N20/", "group/1000001@N20"),
      ("https://www.flickr.com/photos/tags/new%20york/", "search?tags=new%20york"),
      ("https://www.flickr.com/search/?text=a%26b+c&view_all=1", "search?text=a%26b%20c"),
      (
        "https://www.flickr.com/search/?user_id=1@N01&license=4%2C5&sort=relevance",
        "search?user_id=1%40N01&license=4%2C5&sort=relevance"
      ),
    ])
  func claimed(address: String, selector: String) throws {
    #expect(try FlickrProvider().selector(claiming: address) == selector)
  }

  @Test(
    "An address that is no page of Flickr's is left to other providers",
    arguments: [
      "https://www.flickr.com.example.org/photos/1@N01/", "ftp://www.flickr.com/photos/1@N01/",
      "https://example.org/photos/1@N01/", "flickr:recent", "https://flic.kr.example.org/p/2p4QbKN",
      "https://www.flickr.com/services/feeds/photos_public.gne?id=1@N01",
    ])
  func unclaimed(address: String) throws {
    #expect(try FlickrProvider().selector(claiming: address) == nil)
  }

  @Test(
    "A page of Flickr's that cannot be mirrored is refused with those that can",
    arguments: [
      "https://www.flickr.com/", "https://www.flickr.com/photos/tags/",
      "https://www.flickr.com/photos/bees/albums/x",
      "https://www.flickr.com/photos/bees/collections/72157650/", "https://www.flickr.com/explore",
      "https://www.flickr.com/photos/@N/", "https://www.flickr.com/photos/a%2Fb/",
      "https://www.flickr.com/groups/fog/discuss/", "https://www.flickr.com/search/people/?q=x",
    ])
  func unsupported(address: String) throws {
    let failure = try #require(throws: ProviderFailure.self) {
      try FlickrProvider().selector(claiming: address)
    }
    #expect(failure.kind == .source)
    #expect(failure.message == "\(address) is not a page that can be mirrored")
    #expect(failure.hint?.contains("an API key") == true)
  }

  @Test(
    "A page of Flickr's that lists albums or galleries is refused with what to use instead",
    arguments: ["albums", "sets", "galleries", "collections"])
  func overview(name: String) throws {
    let address = "https://www.flickr.com/photos/bees/\(name)"
    let failure = try #require(throws: ProviderFailure.self) {
      try FlickrProvider().selector(claiming: address + "/page2")
    }
    #expect(failure.kind == .source && failure.message == "\(address) lists \(name), not photos")
    #expect(failure.hint?.contains("https://www.flickr.com/photos/bees/ for all photos") == true)
  }

  @Test(
    "A short address that does not hold a photo's id is refused",
    arguments: [
      "https://flic.kr/s/aHsjBqwert", "https://flic.kr/p/0OIl", "https://flic.kr/p/",
      "https://flic.kr/p/ZZZZZZZZZZZZZZZZZZZZ", "https://flic.kr/ps/2p4QbKN",
    ])
  func short(address: String) throws {
    let failure = try #require(throws: ProviderFailure.self) {
      try FlickrProvider().selector(claiming: address)
    }
    #expect(failure.kind == .source && failure.hint?.contains("in a browser") == true)
  }

  @Test(
    "A search page by what the API cannot search for is refused rather than widened",
    arguments: [
      ("text=cat&color_codes=0", "Flickr's API cannot search by \"color_codes\""),
      ("", "nothing to search for"), ("view_all=1", "nothing to search for"),
      ("text=a&text=b", "twice"), ("text=a&q=b", "twice"),
    ])
  func search(query: String, reason: String) throws {
    let failure = try #require(throws: ProviderFailure.self) {
      try FlickrProvider().selector(claiming: "https://www.flickr.com/search/?\(query)")
    }
    #expect(failure.kind == .source && failure.message.contains(reason))
  }
}
