import ProviderKit
import Testing

@testable import WebFeedProvider

@Suite("What oEmbed says of a feed's photo")
struct OEmbedTests {
  private let provider = WebFeedProvider()

  private func query(_ page: String?, service: String? = nil) -> PhotoQuery {
    var photo = Photo(id: "5", owner: "o")
    photo.pageURL = page
    return PhotoQuery(
      photo: photo, settings: service.map { ["oembed": $0] } ?? [:], parts: [.info])
  }

  @Test("A page of Flickr is asked about at Flickr, any page at a service that was set")
  func request() throws {
    let page = "https://www.flickr.com/photos/ada/5/"
    let request = try provider.detailsRequest(for: query(page))
    #expect(request.url == "https://www.flickr.com/services/oembed/")
    #expect(request.parameters == [.init("url", page), .init("format", "json")])
    let other = try provider.detailsRequest(
      for: query("https://e.org/1", service: "https://e.org/oembed"))
    #expect(other.url == "https://e.org/oembed")
  }

  @Test(
    "A photo without a page, or with one elsewhere, has nothing to ask",
    arguments: [nil, "https://example.org/5", "https://flickr.com.example.org/5"])
  func unsupported(page: String?) {
    let failure = #expect(throws: ProviderFailure.self) {
      try provider.detailsRequest(for: query(page))
    }
    #expect(failure?.kind == .unsupported)
  }

  @Test("License and pixels are read, numbers as text too")
  func answer() throws {
    let body = #"""
      {"type":"photo","width":"1024","height":683,"license":"Attribution-NonCommercial License",
      "license_url":"https://creativecommons.org/licenses/by-nc/2.0/","license_id":"2"}
      """#
    let details = try provider.details(from: Answer(body: body), for: query(nil))
    let license = License(
      name: "CC BY-NC 2.0", url: "https://creativecommons.org/licenses/by-nc/2.0/")
    #expect(details.info == PhotoInfo(license: license, width: 1024, height: 683))
    let reserved = #"{"license":"All Rights Reserved","license_id":"0"}"#
    let info = try provider.details(from: Answer(body: reserved), for: query(nil)).info
    #expect(info == PhotoInfo(license: License(name: "All Rights Reserved")))
    #expect(try provider.details(from: Answer(body: "{}"), for: query(nil)).info == PhotoInfo())
  }

  @Test(
    "An answer that is none says whether it concerns the photo",
    arguments: [
      (404, "", ProviderFailure.Kind.photo), (401, "", .photo), (503, "", .retryLater),
      (200, "<html>", .malformed), (200, "[1]", .malformed),
    ])
  func failures(status: Int, body: String, kind: ProviderFailure.Kind) {
    let failure = #expect(throws: ProviderFailure.self) {
      try provider.details(from: Answer(status: status, body: body), for: query(nil))
    }
    #expect(failure?.kind == kind)
  }
}
