import FlickrProvider
import ModuleSupport
import ProviderTesting
import Testing

@Suite("The Flickr provider fulfils the contract")
struct FlickrConformanceTests {
  @Test("The Flickr provider fulfils the contract when called directly")
  func natively() {
    #expect(ProviderConformance.check(FlickrProvider(), recorded: FlickrRecording.all) == [])
  }

  @Test("The Flickr provider fulfils the contract through its module")
  func throughModule() throws {
    let provider = try BuiltModule.load("Flickr")
    #expect(ProviderConformance.check(provider, recorded: FlickrRecording.all) == [])
  }
}
