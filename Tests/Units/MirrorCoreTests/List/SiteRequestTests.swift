import ProviderKit
import Testing

@testable import MirrorCore

@Suite("A provider's request")
struct SiteRequestTests {
  @Test("The answer to a provider's request is limited to 16 MiB after decompression")
  func answerLimit() throws {
    let request = try SiteRequest(
      RequestDescription(url: "https://a/"), settings: [:], secrets: [])
    #expect(request.maximumBytes == 16 << 20)
  }

  private let description = RequestDescription(
    url: "https://a/photos", parameters: [.init("q", "ä b"), .init("key", setting: "key")],
    headers: [.init("X-Key", setting: "key")])

  @Test("The values of settings are inserted into a provider's request, percent-encoded")
  func values() throws {
    let request = try SiteRequest(
      description, settings: ["key": "k&1"], secrets: ["k&1"])
    #expect(request.url == "https://a/photos?q=%C3%A4%20b&key=k%261")
    #expect(request.headers == [SiteRequest.Header("X-Key", "k&1")])
    #expect(request.secrets == ["k&1"])
  }

  @Test("A provider's request omits each item that names a setting without a value")
  func absent() throws {
    let request = try SiteRequest(description, settings: [:], secrets: [])
    #expect(request.url == "https://a/photos?q=%C3%A4%20b" && request.headers.isEmpty)
  }
}
