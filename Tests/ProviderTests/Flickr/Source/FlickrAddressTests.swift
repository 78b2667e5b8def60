import FlickrProvider
import Testing

@Suite("An address of Flickr's")
struct FlickrAddressTests {
  @Test(
    "stands for a source",
    arguments: [
      ("https://www.flickr.com/photos/12037949754@N01/", "user/12037949754@N01"),
      ("http://flickr.com/photos/12037949754@N01", "user/12037949754@N01"),
      ("https://www.flickr.com/photos/12037949754%40N01/", "user/12037949754@N01"),
      ("https://www.flickr.com/photos/1@N01/albums/72157650", "album/1@N01/72157650"),
      ("https://www.flickr.com/photos/1@N01/sets/72157650/", "album/1@N01/72157650"),
      ("HTTPS://WWW.FLICKR.COM/photos/1@N01/?a=b#c", "user/1@N01"),
    ])
  func claimed(address: String, selector: String) {
    #expect(FlickrProvider().selector(claiming: address) == selector)
  }

  @Test(
    "is left alone where it stands for none",
    arguments: [
      "https://www.flickr.com/", "https://www.flickr.com/photos/1@N01/51035555243/",
      "https://www.flickr.com/photos/nickname/", "https://www.flickr.com/photos/tags/",
      "https://www.flickr.com/photos/1@N01/albums", "https://www.flickr.com/photos/1@N01/albums/x",
      "https://www.flickr.com.example.org/photos/1@N01/", "ftp://www.flickr.com/photos/1@N01/",
      "https://example.org/photos/1@N01/", "flickr:recent", "https://www.flickr.com/photos/@N/",
    ])
  func unclaimed(address: String) {
    #expect(FlickrProvider().selector(claiming: address) == nil)
  }
}
