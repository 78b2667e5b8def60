import ProviderKit
import Testing

@Suite("A photo's site")
struct PhotoSiteTests {
  @Test(
    "A photo's site is the host of the requested address without www. or api.",
    arguments: [
      ("https://api.flickr.com/services/rest/", "flickr.com"),
      ("http://WWW.Flickr.com", "flickr.com"),
      ("https://127.0.0.1:8080/x", "127.0.0.1"), ("https://live.example.org/", "live.example.org"),
      ("https://a@b.example/", "b.example"),
    ])
  func site(address: String, site: String) {
    #expect(Photo.site(of: address) == site)
  }

  @Test(
    "A photo's site is nil if the requested address is not a web address",
    arguments: ["", "flickr.com", "file:///a", "https://", "urn:1"])
  func none(address: String) {
    #expect(Photo.site(of: address) == nil)
  }

  @Test("A photo's site passes through the module interface; an invalid one costs only its photo")
  func joint() throws {
    let photo = Photo(id: "1", site: "flickr.com", owner: "")
    #expect(try JointCoder.decode(Photo.self, from: JointCoder.encode(photo)) == photo)
    let bad = Photo(id: "2", site: "a\nb", owner: "")
    let checked = try Page(photos: [bad, photo]).checked()
    #expect(checked.photos == [photo])
    #expect(
      checked.refused == ["photo \"2\": the site is empty, too long or contains control characters"]
    )
  }
}
