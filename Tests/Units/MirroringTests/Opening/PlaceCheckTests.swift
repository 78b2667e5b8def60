import Catalog
import Foundation
import LocalFiles
import MirrorCore
import Testing

@testable import Mirroring

@Suite("The place of a mirror's photos")
struct PlaceCheckTests {
  private typealias Verdict = PlaceCheck.Verdict

  private func verdict(
    mark: String?, hasCatalog: Bool = false, sample: Int = 0, missing: Int = 0,
    _ asker: PlaceCheck.Asker = .run(acceptsLosses: false)
  ) -> Verdict {
    PlaceCheck(id: "a", mark: mark, hasCatalog: hasCatalog, sample: sample, missing: missing)
      .verdict(asker)
  }

  @Test("The place with the mirror's id is right, unless most of the files are missing")
  func marked() {
    #expect(verdict(mark: "a") == .right)
    #expect(verdict(mark: "a", sample: 32, missing: 16) == .right)
    #expect(verdict(mark: "a", sample: 32, missing: 17) == .filesGone)
    #expect(verdict(mark: "a", sample: 32, missing: 32, .task) == .right)
    #expect(verdict(mark: "a", sample: 32, missing: 32, .run(acceptsLosses: true)) == .right)
  }

  @Test("Of a small mirror all files may be removed, and are fetched again")
  func small() {
    #expect(verdict(mark: "a", sample: 15, missing: 15) == .right)
    #expect(verdict(mark: nil, hasCatalog: true, sample: 15, missing: 15) == .right)
    #expect(verdict(mark: nil, hasCatalog: true, sample: 16, missing: 16) == .filesGone)
  }

  @Test("A place without an id is right if it has the files, and gets the id")
  func unmarked() {
    for asker in [PlaceCheck.Asker.task, .run(acceptsLosses: false)] {
      #expect(verdict(mark: nil, asker) == .mark)
      #expect(verdict(mark: nil, sample: 3, missing: 1, asker) == .mark)
      #expect(verdict(mark: nil, sample: 3, missing: 2, asker) == .filesGone)
    }
    #expect(verdict(mark: nil, sample: 3, missing: 3, .run(acceptsLosses: true)) == .mark)
  }

  @Test(
    "The place of another mirror is refused, whatever the user accepts; a new catalog takes its id")
  func others() {
    #expect(verdict(mark: "b") == .take)
    #expect(verdict(mark: "b", sample: 1) == .otherMirror)
    #expect(verdict(mark: "b", sample: 1, .run(acceptsLosses: true)) == .otherMirror)
    // The catalog that lies beside the photos is theirs.
    #expect(verdict(mark: "b", hasCatalog: true, sample: 1) == .right)
  }

  @Test(
    "A run over a mirror whose files are gone changes nothing, until the user says that they may be"
  )
  func run() async throws {
    let (site, archive) = (try TestSite(), try await TestArchive(photos: 0))
    site.show(Array(1...16))
    try await site.run(into: archive)
    let id = try #require(try MirrorIdentity.of(archive.catalog()))
    for path in try archive.catalog().mirrored(after: 0, limit: 99).map(\.path) {
      try archive.remove(path)
    }
    let pictures = site.pictures.count
    let error = await #expect(throws: MirrorError.self) { try await site.run(into: archive) }
    guard case .directory(let message, .filesGone) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(message.hasPrefix("16 of 16 files that the catalog knows are not in "))
    #expect(try archive.catalog().mirrored(after: 0, limit: 99).count == 16)
    #expect(site.pictures.count == pictures)
    let run = try await site.run(into: archive) { $0.options.acceptsLosses = true }
    #expect(run.summary.totals.mirrored == 16)
    #expect(try MirrorIdentity.of(archive.catalog()) == id)
  }
}
