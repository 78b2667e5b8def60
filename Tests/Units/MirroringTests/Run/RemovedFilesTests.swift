import Foundation
import MirrorCore
import ProviderKit
import Testing

@testable import Catalog
@testable import Mirroring

@Suite("A run after files of the mirror changed")
struct RemovedFilesTests {
  private let site: TestSite
  private let archive: TestArchive
  private let paths: [String]
  private let before: [String: Data]

  /// A mirror of three photos.
  init() async throws {
    (site, archive) = (try TestSite(), try await TestArchive(photos: 0))
    site.show(1...3)
    try await site.run(into: archive)
    before = archive.files
    paths = before.keys.filter { $0.hasPrefix("ada/") && $0.hasSuffix(".png") }.sorted()
  }

  @Test("A removed file is fetched again, and an edited file stays")
  func removed() async throws {
    try archive.remove(paths[0])
    try archive.write("edited", to: paths[1])
    let run = try await site.run(into: archive)
    #expect(run.summary.totals.mirrored == 1 && run.summary.totals.known == 2)
    #expect(run.notes == [.filesLost(1)])
    #expect(archive.bytes(paths[0]) == before[paths[0]])
    #expect(archive.text(paths[1]) == "edited" && site.pictures.count == 4)
  }

  @Test("A removed file that no listing shows any more is fetched from its recorded address")
  func unlisted() async throws {
    site.show([4])
    try await site.run(into: archive)
    try archive.remove(paths[0])
    let run = try await site.run(into: archive)
    #expect(run.summary.totals.mirrored == 1 && run.results[TestArchive.id(1)] != nil)
    #expect(archive.bytes(paths[0]) == before[paths[0]])
    #expect(try await site.run(into: archive).summary.totals.mirrored == 0)
  }

  @Test("A removed file without listing and address fails once, and is unavailable then")
  func unknown() async throws {
    site.show([2, 3])
    try archive.remove(paths[0])
    try archive.catalog().database.execute("UPDATE file SET address = NULL")
    let reason =
      "its file was removed, the listing does not show it any more, and its address is not known"
    let run = try await site.run(into: archive)
    guard case .failed(let failure) = run.results[TestArchive.id(1)] else {
      Issue.record("\(run.results)")
      return
    }
    #expect(failure.reason == reason)
    try await site.run(into: archive)
    let status = try MirrorStatus(of: archive.mirror)
    #expect(status.unavailable.map(\.reason) == [reason] && status.failures.isEmpty)
    #expect(site.pictures.count == 3)
  }

  @Test("An empty file is set aside with a note that says where, and its photo is fetched")
  func empty() async throws {
    try archive.write("", to: paths[1])
    let run = try await site.run(into: archive)
    #expect(run.summary.totals.mirrored == 1 && run.summary.totals.known == 2)
    let place = ".photomirror/set-aside/" + paths[1]
    #expect(
      run.notes.contains {
        if case .setAside(paths[1], _, place) = $0 { true } else { false }
      }, "\(run.notes)")
    var expected = before
    expected[place] = Data()
    #expect(archive.files == expected)
  }

  @Test("Removed sidecars and thumbnails are made again as they were, without a download")
  func companions() async throws {
    for path in paths.prefix(2) { try archive.remove(path + ".xmp") }
    try archive.remove(".photomirror/thumbnails")
    let run = try await site.run(into: archive)
    #expect(run.notes == [.repaired(sidecars: 2, thumbnails: 3)])
    #expect(archive.files == before && site.pictures.count == 3)
    #expect(try await site.run(into: archive).notes == [])
  }

  @Test(
    "A removed sidecar that no listing shows is made again from the catalog, if that can say it",
    arguments: [true, false])
  func sidecar(hasMetadata: Bool) async throws {
    site.show([2, 3])
    if !hasMetadata { try archive.catalog().database.execute("DELETE FROM metadata") }
    try archive.remove(paths[0] + ".xmp")
    let run = try await site.run(into: archive)
    let note: MirrorNote = hasMetadata ? .repaired(sidecars: 1, thumbnails: 0) : .sidecarsLost(1)
    #expect(run.notes.contains(note), "\(run.notes)")
    #expect(archive.bytes(paths[0] + ".xmp") == (hasMetadata ? before[paths[0] + ".xmp"] : nil))
  }

  @Test("Photos that were mirrored without thumbnails get none because another run wants some")
  func withoutThumbnails() async throws {
    let other = try await TestArchive(photos: 0)
    try await site.run(into: other) { $0.thumbnailEdge = nil }
    try await site.run(into: other)
    #expect(!other.files.keys.contains { $0.hasPrefix(".photomirror/thumbnails/") })
  }

  @Test("A removed file that a filter leaves out is fetched by a run without the filter")
  func filtered() async throws {
    try archive.remove(paths[0])
    let some = try await site.run(into: archive) { $0.filter.excludedTags = [FoldedTag("sea")] }
    #expect(some.summary.totals.mirrored == 0 && site.pictures.count == 3)
    let all = try await site.run(into: archive)
    #expect(all.summary.totals.mirrored == 1 && archive.files == before)
  }
}
