import FlickrProvider
import ProviderKit
import Testing

@Suite("Addresses of Flickr pages")
struct FlickrAddressTests {
  @Test(
    "The address of a Flickr page is converted to its source",
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
      ("https://flic.kr/s/aHsjBqwert", "short/s/aHsjBqwert"),
      ("https://flic.kr/y/4aQZ", "short/y/4aQZ"), ("http://flic.kr/ps/2p4QbKN", "short/ps/2p4QbKN"),
      ("https://www.flickr.com/photos/bees/albums", "albums/bees"),
      ("https://www.flickr.com/photos/1@N01/sets/page2", "albums/1@N01"),
      ("https://www.flickr.com/photos/bees/galleries/", "galleries/bees"),
      ("https://www.flickr.com/photos/bees/collections/", "collections/bees"),
      (
        "https://www.flickr.com/photos/bees/collections/72157650/", "collection/bees/72157650"
      ),
      ("https://www.flickr.com/people/bees/photosof/", "person/bees"),
      ("https://www.flickr.com/explore", "explore"),
      ("https://www.flickr.com/explore/2024/05/31/", "explore/2024-05-31"),
      ("https://flickr.com/photo/bees/51035555243", "photo/51035555243"),
      ("https://www.flickr.com/photo.gne?short=2p4QbKN", "photo/53208249252"),
      ("https://www.flickr.com/photo_zoom.gne?id=51035555243&size=o", "photo/51035555243"),
      ("https://www.flickr.com/video_download.gne?id=51035555243", "photo/51035555243"),
      ("http://photos23.flickr.com/51035555243_a1b2c3_b.jpg", "photo/51035555243"),
      ("http://static.flickr.com/65535/51035555243_a1b2c3.jpg", "photo/51035555243"),
      ("https://farm66.static.flickr.com/65535/51035555243_a1_m.jpg", "photo/51035555243"),
      ("https://c1.staticflickr.com/5/65535/51035555243_a1_k.jpg", "photo/51035555243"),
      ("https://live.staticflickr.com/65535/51035555243_a1_o_d.png", "photo/51035555243"),
      (
        "https://live.staticflickr.com/video/51035555243/a1b2/1080p.mp4?s=x", "photo/51035555243"
      ),
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
    "An address that is not a Flickr page is left to other providers",
    arguments: [
      "https://www.flickr.com.example.org/photos/1@N01/", "ftp://www.flickr.com/photos/1@N01/",
      "https://example.org/photos/1@N01/", "flickr:recent", "https://flic.kr.example.org/p/2p4QbKN",
      "https://www.flickr.com/services/feeds/photos_public.gne?id=1@N01",
    ])
  func unclaimed(address: String) throws {
    #expect(try FlickrProvider().selector(claiming: address) == nil)
  }

  @Test(
    "A Flickr page that cannot be mirrored is refused with a list of those that can",
    arguments: [
      "https://www.flickr.com/", "https://www.flickr.com/photos/tags/",
      "https://www.flickr.com/photos/bees/albums/x",
      "https://www.flickr.com/photos/bees/collections/x/", "https://www.flickr.com/explore/2024/5",
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
    "A short Flickr address that is no photo's, album's, gallery's or account's is refused",
    arguments: [
      "https://flic.kr/s/a-b", "https://flic.kr/p/0OIl", "https://flic.kr/p/",
      "https://flic.kr/p/ZZZZZZZZZZZZZZZZZZZZ", "https://flic.kr/gp/1@N00/2p4QbKN",
    ])
  func short(address: String) throws {
    let failure = try #require(throws: ProviderFailure.self) {
      try FlickrProvider().selector(claiming: address)
    }
    #expect(failure.kind == .source && failure.hint?.contains("in a browser") == true)
  }

  @Test(
    "A Flickr search page with a parameter that the API lacks is refused, not widened",
    arguments: [
      ("text=cat&color_codes=0", "Flickr's API cannot search by \"color_codes\""),
      ("", "no search terms"), ("view_all=1", "no search terms"),
      ("text=a&text=b", "twice"), ("text=a&q=b", "twice"),
    ])
  func search(query: String, reason: String) throws {
    let failure = try #require(throws: ProviderFailure.self) {
      try FlickrProvider().selector(claiming: "https://www.flickr.com/search/?\(query)")
    }
    #expect(failure.kind == .source && failure.message.contains(reason))
  }
}
