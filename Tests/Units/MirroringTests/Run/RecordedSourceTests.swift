import MirrorCore
import ProviderKit
import TestSupport
import Testing

@testable import Mirroring

@Suite("The sources that a catalog knows")
struct RecordedSourceTests {
  @Test("A run records its options as the caller words them, and one without words keeps the last")
  func recorded() async throws {
    let (archive, site) = (try await TestArchive(photos: 0), try TestSite())
    site.show(1...2)
    try await site.run(into: archive) {
      $0.recordedOptions = "as before"
      $0.size = .edge(640)
    }
    try await site.run(into: archive, of: "site:other") { _ in }
    try await site.run(into: archive) { $0.readsListing = false }
    try await site.run(into: archive) { $0.size = .largest }
    let sources = try RecordedSource.all(of: archive.mirror)
    #expect(sources.map(\.address).last == "site:other")
    let first = try #require(sources.first { $0.address == TestArchive.source })
    #expect(first.options == "as before" && first.choices?.size == .largest)
    #expect(sources.last?.options == nil)
    #expect(throws: MirrorError.self) {
      try RecordedSource.all(of: Mirror(archive.mirror.path + "/none"))
    }
  }
}
