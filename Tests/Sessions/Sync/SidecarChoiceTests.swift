import Foundation
import TestSupport
import Testing

@Suite("The choice of sidecars", .serialized)
struct SidecarChoiceTests {
  @Test("An unknown format of sidecars is refused")
  func unknown() async throws {
    let session = try await Session("--photos", "1", "--pictures", "1")
    try await session.run("sync --sidecar exif flickr:recent photos").expect(
      exits: 2,
      errors: """
        photomirror: error: --sidecar takes xmp, json, 'xmp,json' or none, not 'exif'
        …
        """)
  }
}
