import ModuleSupport
import ProviderKit
import ProviderTesting
import Testing
import WebFeedProvider

@Suite("The web feed provider fulfils the contract")
struct WebFeedConformanceTests {
  private let recorded = [
    WebFeedRecording.flickrRSS, WebFeedRecording.flickrAtom, WebFeedRecording.wordPress,
    WebFeedRecording.mediaGroup, WebFeedRecording.illFormed,
  ].map { Recorded.page(PageQuery(selector: WebFeedRecording.address), $0) }

  @Test("The web feed provider fulfils the contract when called directly")
  func natively() {
    #expect(ProviderConformance.check(WebFeedProvider(), recorded: recorded) == [])
  }

  @Test("The web feed provider fulfils the contract through its module")
  func throughModule() throws {
    let provider = try BuiltModule.load("WebFeed")
    #expect(ProviderConformance.check(provider, recorded: recorded) == [])
  }
}
