import JSONFeedProvider
import ProviderKit
import ProviderTesting
import Testing

@Suite("The JSON Feed provider keeps the contract")
struct JSONFeedConformanceTests {
  private let recorded = [
    Recorded.page(PageQuery(selector: JSONFeedRecording.address), JSONFeedRecording.first),
    Recorded.page(
      PageQuery(selector: JSONFeedRecording.address, cursor: JSONFeedRecording.address + "?page=2"),
      JSONFeedRecording.last),
  ]

  @Test("natively")
  func natively() {
    #expect(ProviderConformance.check(JSONFeedProvider(), recorded: recorded) == [])
  }

  @Test("through its module")
  func throughModule() throws {
    let provider = try BuiltModule.load("JSONFeed")
    #expect(ProviderConformance.check(provider, recorded: recorded) == [])
  }
}
