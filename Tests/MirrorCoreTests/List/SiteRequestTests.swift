import ProviderKit
import Testing

@testable import MirrorCore

@Suite("What a provider asks for")
struct SiteRequestTests {
  @Test("is answered in 16 MiB at most, as unpacked")
  func answerLimit() throws {
    let request = try SiteRequest(
      RequestDescription(url: "https://a/"), settings: [:], secrets: [])
    #expect(request.maximumBytes == 16 << 20)
  }

  private let description = RequestDescription(
    url: "https://a/photos", parameters: [.init("q", "ä b"), .init("key", setting: "key")],
    headers: [.init("X-Key", setting: "key")])

  @Test("has the settings' values put in, encoded")
  func values() throws {
    let request = try SiteRequest(
      description, settings: ["key": "k&1"], secrets: ["k&1"])
    #expect(request.url == "https://a/photos?q=%C3%A4%20b&key=k%261")
    #expect(request.headers == [SiteRequest.Header("X-Key", "k&1")])
    #expect(request.secrets == ["k&1"])
  }

  @Test("goes without what names a setting that was not given")
  func absent() throws {
    let request = try SiteRequest(description, settings: [:], secrets: [])
    #expect(request.url == "https://a/photos?q=%C3%A4%20b" && request.headers.isEmpty)
  }
}
