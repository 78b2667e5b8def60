import MirrorCore
import TestSupport
import Testing

@testable import Mirroring

@Suite("Photos that another source gave in smaller files")
struct SmallerFilesTests {
  private let edge = TestArchive.edge

  private func notes(_ run: TestSite.Run) -> [MirrorNote] {
    run.notes.filter { if case .smallerFiles = $0 { true } else { false } }
  }

  @Test("A run says that its source has larger files of known photos, and an upgrade fetches them")
  func smaller() async throws {
    let (archive, site) = (try await TestArchive(photos: 0), try TestSite())
    site.show([site.photo(1, widths: [edge]), site.photo(2, widths: [2 * edge])])
    let first = try await site.run(into: archive, of: "site:feed")
    #expect(first.summary.totals.mirrored == 2 && notes(first).isEmpty)
    site.show([
      site.photo(1, widths: [edge, 4 * edge]), site.photo(2, widths: [2 * edge]),
      site.photo(3, widths: [edge]),
    ])
    let same = try await site.run(into: archive, of: "site:feed") { $0.readsAll = true }
    #expect(notes(same).isEmpty)
    let run = try await site.run(into: archive, of: "site:all")
    #expect(notes(run) == [.smallerFiles(photos: 1, edge: edge)])
    let small = try await site.run(into: archive, of: "site:all") { $0.size = .edge(edge) }
    #expect(notes(small).isEmpty)
    let upgrade = try await site.run(into: archive, of: "site:all") { $0.isUpgrade = true }
    #expect(upgrade.summary.totals.replaced == 1 && notes(upgrade).isEmpty)
    let after = try await site.run(into: archive, of: "site:all") { $0.readsAll = true }
    #expect(notes(after).isEmpty)
  }
}
