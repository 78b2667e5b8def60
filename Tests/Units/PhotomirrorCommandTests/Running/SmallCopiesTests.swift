import ProviderKit
import Testing

@testable import PhotomirrorCommand

@Suite("Feeds of sites with another provider")
struct SmallCopiesTests {
  private func manifest(_ name: String, _ address: String, needsKey: Bool) -> Manifest {
    Manifest(
      name: name, version: "1", summary: "a site", sources: [],
      settings: [.init(name: "key", summary: "a key", isRequired: needsKey, isSecret: true)],
      addresses: [address])
  }

  @Test("The provider of a feed's site is named if it needs a key and is not that of the feed")
  func owner() {
    let manifests = [
      manifest("feed", "https://www.example.org/", needsKey: true),
      manifest("free", "https://www.example.org/NAME", needsKey: false),
      manifest("other", "https://example.com/NAME", needsKey: true),
      manifest("own", "https://www.example.org/photos/NAME", needsKey: true),
    ]
    let owner = { SmallCopies.owner(of: $0, among: manifests, besides: "feed") }
    #expect(owner("example.org") == "own" && owner("example.com") == "other")
    #expect(owner("www.example.org") == nil && owner("example.net") == nil)
  }
}
