import Catalog
import LocalFiles
import MirrorCore
import TestSupport
import Testing

@testable import Mirroring

@Suite("Verification of every mirrored file")
struct VerificationTests {
  @Test("Verification finishes whatever numbers the catalog contains")
  func numbers() async throws {
    let folder = try TemporaryDirectory()
    let directory = MirrorDirectory(folder.path)
    _ = try directory.prepare()
    do {
      let catalog = try Catalog(path: directory.catalog)
      for name in ["1", "2"] {
        // Each photo has its own source, because the sum of each source is reported as well.
        let source = try catalog.beginRun(ofSource: "a:" + name)
        let photo = NewPhoto(photo: name, stem: "o/" + name, listing: "{}")
        let id = try #require(try catalog.admit([photo], provider: "a", source: source).first).id
        try catalog.record([
          MirroredPhoto(
            id: id, path: "o/" + name, format: "gif", width: 1, height: 1, byteCount: .max,
            sha256: "", label: "", storedAt: 0)
        ])
      }
    }
    var findings: [Verification.Finding] = []
    try await Verification(of: folder.path).run { findings += $0.finding.map { [$0] } ?? [] }
    #expect(findings == [.missing(path: "o/1"), .missing(path: "o/2")])
  }
}
