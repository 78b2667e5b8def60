import Foundation
import MirrorCore
import ProviderKit
import Testing

@testable import Catalog
@testable import Mirroring

@Suite("A run over photos that changed at their site")
struct ReplacedPhotosTests {
  private let site: TestSite
  private let archive: TestArchive
  private let path: String
  private let before: [String: Data]

  /// A mirror of three photos.
  init() async throws {
    (site, archive) = (try TestSite(), try await TestArchive(photos: 0))
    site.show(1...3)
    try await site.run(into: archive)
    before = archive.files
    path = try #require(
      before.keys.filter { $0.hasPrefix("ada/") && $0.hasSuffix(".png") }.min())
  }

  private func show(version: Int) {
    site.show([site.photo(1, version: version), site.photo(2), site.photo(3)])
  }

  private func trashed() async throws -> [MirrorTrash.Item] {
    var items: [MirrorTrash.Item] = []
    try await MirrorTrash(of: archive.mirror).list { items.append($0) }
    return items
  }

  private func beforeText(_ path: String) -> String {
    before[path].map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  private static func withoutOrigin(_ xmp: String) -> [Substring] {
    xmp.split(separator: "\n").filter { !$0.hasPrefix("<photomirror:") }
  }

  @Test("A new version is stored under the old name, and the old one is in the trash")
  func replaced() async throws {
    show(version: 1)
    #expect(await site.dryRun(into: archive).summary.totals.wouldFetch == 1)
    #expect(archive.files == before)
    let run = try await site.run(into: archive)
    #expect(run.summary.totals.replaced == 1 && run.summary.totals.known == 2)
    let new = try TestArchive.picture(TestArchive.id(1), version: 1)
    #expect(archive.bytes(path) == Data(new))
    let updated = try #require(
      try MirrorReport(of: archive.mirror).lists.first { $0.kind == .updated })
    #expect(updated.photos.map(\.key) == [TestArchive.id(1)])
    let item = try #require(try await trashed().first)
    #expect(item.cause == "replaced" && item.path == path)
    #expect(archive.bytes(item.place) == before[path])
    let sidecar = path + ".xmp"
    for (name, bytes) in before
    where ![path, sidecar, archive.thumbnail(path)].contains(name) {
      #expect(archive.bytes(name) == bytes, "\(name)")
    }
    // The sidecar stays, but for what it says of the file.
    #expect(Self.withoutOrigin(archive.text(sidecar)) == Self.withoutOrigin(beforeText(sidecar)))
    #expect(archive.bytes(sidecar) != before[sidecar])
    #expect(archive.bytes(archive.thumbnail(path)) != before[archive.thumbnail(path)])
    #expect(try await site.run(into: archive).summary.totals.known == 3)
    #expect(site.pictures.count == 4)
  }

  @Test("An old version comes back only by its own place, and only where its name is free")
  func restored() async throws {
    show(version: 1)
    try await site.run(into: archive)
    let (trash, place) = (
      MirrorTrash(of: archive.mirror), try #require(try await trashed().first).place
    )
    #expect(
      try await trash.restore([path])
        == [.refused(name: path, reason: "neither the trash nor the set-aside folder has it")])
    guard case .refused(_, let reason)? = try await trash.restore([place]).first else {
      Issue.record("it was restored")
      return
    }
    #expect(reason.contains("another file"))
    try archive.remove(path)
    #expect(try await trash.restore([place]) == [.done(path: path)])
    #expect(archive.bytes(path) == before[path])
  }

  @Test("As many old versions stay as are wanted", arguments: [(0, 0), (1, 1), (2, 2), (nil, 3)])
  func versions(kept: Int?, count: Int) async throws {
    for version in 1...3 {
      show(version: version)
      try await site.run(into: archive) { $0.keptVersions = kept }
    }
    #expect(try await trashed().count == count)
    let new = try TestArchive.picture(TestArchive.id(1), version: 3)
    #expect(archive.bytes(path) == Data(new))
  }

  @Test("A file that the user edited stays, and the status counts its photo as replaced")
  func edited() async throws {
    try archive.write("edited", to: path)
    show(version: 1)
    let run = try await site.run(into: archive)
    guard case .replaced(let facts) = run.results[TestArchive.id(1)] else {
      Issue.record("\(run.results)")
      return
    }
    #expect(facts.stored == nil && facts.isNew && facts.path == path)
    #expect(archive.text(path) == "edited" && site.pictures.count == 3)
    #expect(try MirrorStatus(of: archive.mirror).sources[0].replaced == 1)
    #expect(try MirrorReport(of: archive.mirror).lists.contains { $0.kind == .replaced })
  }

  @Test("A new version is noticed too if the listing gave the old one's address only later")
  func learned() async throws {
    try archive.catalog().database.execute("UPDATE file SET address = NULL")
    #expect(try await site.run(into: archive).summary.totals.known == 3)
    show(version: 1)
    #expect(try await site.run(into: archive).summary.totals.replaced == 1)
  }

  @Test("A listing in which nothing changed writes no file, and of the catalog only the pass")
  func unchanged() async throws {
    let tables = ["photo", "file", "metadata", "name", "owner", "term", "departure", "version"]
    func rows() throws -> [[String]] {
      let database = try archive.catalog().database
      return try tables.map { table in
        try database.rows("SELECT * FROM \(table)") { row in
          (0..<30).map { row.text($0) ?? "" }.joined(separator: "|")
        }
      }
    }
    let known = try rows()
    try await site.run(into: archive)
    #expect(try rows() == known && known[0].count == 3)
    #expect(archive.files == before)
  }

  @Test("A new title rewrites one sidecar in place with the user's rating, and no other file")
  func title() async throws {
    let sidecar = path + ".xmp"
    let own = archive.text(sidecar).replacing(
      "</rdf:Description>", with: "<xmp:Rating>4</xmp:Rating></rdf:Description>")
    try archive.write(own, to: sidecar)
    var photo = site.photo(1)
    photo.title = "Another title"
    site.show([photo, site.photo(2), site.photo(3)])
    let run = try await site.run(into: archive)
    #expect(run.notes == [.sidecarsRewritten(1)] && run.summary.totals.known == 3)
    let after = archive.files
    #expect(after.keys.filter { after[$0] != before[$0] } == [sidecar])
    let text = archive.text(sidecar)
    #expect(text.contains("Another title") && text.contains("<xmp:Rating>4</xmp:Rating>"))
    #expect(try await site.run(into: archive).notes == [])
  }

  @Test("An upgrade replaces files by larger ones and thumbnails by those of the new edge, once")
  func upgraded() async throws {
    let other = try await TestArchive(photos: 0)
    site.show([1, 2].map { site.photo($0, widths: [24, 48]) } + [site.photo(3, widths: [24])])
    try await site.run(into: other) { ($0.size, $0.thumbnailEdge) = (.edge(20), 8) }
    let requests = site.pictures.count
    let run = try await site.run(into: other) { ($0.isUpgrade, $0.thumbnailEdge) = (true, 12) }
    #expect(run.summary.totals.replaced == 2 && run.summary.totals.known == 1)
    #expect(site.pictures.count == requests + 2)
    var findings: [Verification.Finding] = []
    try await Verification(of: other.mirror).run { findings += $0.finding.map { [$0] } ?? [] }
    #expect(findings == [])
    let photos = try await other.mirror.open(.reading) { open in
      try await open.perform { try $0.mirrored(after: 0, limit: 9).map(\.width) }
    }
    #expect(photos == [48, 48, 24])
    for size in [SizePolicy.largest, .edge(20)] {
      let again = try await site.run(into: other) {
        ($0.isUpgrade, $0.thumbnailEdge, $0.size) = (true, 12, size)
      }
      #expect(again.summary.totals.known == 3 && again.notes.allSatisfy { !$0.isRemade })
    }
    #expect(site.pictures.count == requests + 2)
  }
}

extension MirrorNote {
  fileprivate var isRemade: Bool { if case .thumbnailsRemade = self { true } else { false } }
}
