import Digests
import Foundation
import LocalFiles
import Locking
import MirrorCore
import ProviderKit
import Testing

@testable import Catalog
@testable import Mirroring

@Suite("Files that changed after the snapshot of a lost catalog")
struct ReplacedFilesTests {
  private let site: TestSite
  private let archive: TestArchive

  /// A mirror with a snapshot of photos 1 to 3.
  init() async throws {
    (site, archive) = (try TestSite(), try await TestArchive(photos: 0))
    site.show(1...3)
    try await site.run(into: archive)
  }

  private func path(_ number: Int) throws -> String {
    let name = "\(TestArchive.id(number)).png"
    return try #require(
      archive.files.keys.first { $0.hasSuffix(name) && $0.hasPrefix("ada/") })
  }

  /// Lists photos 1 and 2 in these versions, and photo 3.
  private func run(version: Int, _ numbers: ClosedRange<Int> = 1...3) async throws {
    site.show(numbers.map { site.photo($0, version: $0 == 3 ? 0 : version) })
    try await site.run(into: archive) { $0.keptVersions = 0 }
  }

  private func recover() async throws -> Recovery.Files? {
    try archive.remove(".photomirror/catalog.sqlite")
    return try await Recovery(of: archive.mirror).run { _ in }.files
  }

  private func findings() async throws -> [Verification.Finding] {
    var findings: [Verification.Finding] = []
    try await Verification(of: archive.mirror).run {
      findings += $0.finding.map { [$0] } ?? []
    }
    return findings
  }

  /// Writes a file again with its time, as a failing disk does.
  private func rot(_ path: String, _ change: (inout Data) -> Void) throws {
    let file = archive.directory.file(path)
    let attributes = try FileManager.default.attributesOfItem(atPath: file)
    var bytes = try #require(archive.bytes(path))
    change(&bytes)
    try archive.write(bytes, to: path)
    let time = try #require(attributes[.modificationDate])
    try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: file)
  }

  @Test("Photos that were replaced, and whose old versions are gone, are recorded anew")
  func replaced() async throws {
    try await run(version: 1)
    let files = try await recover()
    #expect(files == Recovery.Files(replaced: 2))
    #expect(try await findings().isEmpty)
    let catalog = try archive.catalog()
    #expect(try catalog.stored(after: 0, limit: 9).allSatisfy { !$0.file.isUnproven })
    let before = site.pictures
    try await run(version: 1)
    #expect(site.pictures == before)
  }

  @Test("Photos that the site replaces before the first run after that are replaced")
  func replacedAgain() async throws {
    try await run(version: 1, 1...4)
    let files = try await recover()
    #expect(files == Recovery.Files(recorded: 1, replaced: 2))
    try await run(version: 2, 1...4)
    for number in [1, 2, 4] {
      let wanted = try TestArchive.picture(TestArchive.id(number), version: 2)
      #expect(archive.bytes(try path(number)) == Data(wanted))
    }
    #expect(try await findings().isEmpty)
    #expect(try await recover() != nil)
    #expect(try await findings().isEmpty)
  }

  @Test("A replaced photo that cannot be fetched by the first run is fetched by the next one")
  func replacedAndRefused() async throws {
    try await run(version: 1, 1...4)
    _ = try await recover()
    let target = TestSite.target(4, version: 2)
    site.answer(target, with: [.response("500 Internal Server Error", ["Content-Length: 0"])])
    try await run(version: 2, 1...4)
    site.answer(target, with: nil)
    try await run(version: 2, 1...4)
    let wanted = try TestArchive.picture(TestArchive.id(4), version: 2)
    #expect(archive.bytes(try path(4)) == Data(wanted))
  }

  @Test("A digest that the listing announces anew shows a replaced photo at the same address")
  func announced() async throws {
    func show(_ digest: String) {
      var photo = site.photo(4)
      photo.renditions[0].digest = .init(.md5, hex: digest)
      site.show([site.photo(1), site.photo(2), site.photo(3), photo])
    }
    let target = TestSite.target(4)
    let pictures = try [0, 1].map { try TestArchive.picture(TestArchive.id(4), version: $0) }
    let digests = pictures.map { DigestAlgorithm.md5.hex(of: $0) }
    show(digests[0])
    try await site.run(into: archive)
    _ = try await recover()
    site.answer(target, with: [.ok(pictures[1])])
    show(digests[1])
    try await site.run(into: archive)
    #expect(archive.bytes(try path(4)) == Data(pictures[1]))
  }

  @Test("An upgrade after a recovery fetches nothing whose size the sidecars tell")
  func upgrade() async throws {
    site.show(1...5)
    try await site.run(into: archive)
    _ = try await recover()
    let before = site.pictures
    try await site.run(into: archive) { $0.options.isUpgrade = true }
    #expect(site.pictures == before)
  }

  @Test("With sidecars that have no digest they are unproven, and neither edited nor rotten")
  func withoutDigest() async throws {
    try await run(version: 1, 1...4)
    for number in 1...4 {
      let path = try path(number) + ".xmp"
      let lines = archive.text(path).split(separator: "\n")
      try archive.write(
        lines.filter { !$0.hasPrefix("<photomirror:") }.joined(separator: "\n"), to: path)
    }
    let files = try await recover()
    #expect(files?.recorded == 1)
    let unproven = try archive.catalog().stored(after: 0, limit: 9).filter(\.file.isUnproven)
    #expect(unproven.count == 1 + (files?.replaced ?? 0))
    #expect(try await findings().isEmpty)
    let before = site.pictures
    try await run(version: 1, 1...4)
    #expect(site.pictures == before)
  }

  @Test("Rot and edits of photos that were stored after the snapshot are named, and never blessed")
  func changed() async throws {
    try await run(version: 1, 1...5)
    let other = Data(try TestArchive.picture("7"))
    try rot(try path(4)) { $0 = other }
    try archive.write(other, to: try path(5))
    try rot(try path(1)) { $0 = other }
    let files = try await recover()
    #expect(files == Recovery.Files(recorded: 2, replaced: 2))
    let found = try await findings()
    // The sidecars have the sizes of the mirrored files, so that another picture of another size is an edit, as with a
    // catalog.
    #expect(Set(found) == Set(try [1, 4, 5].map { .edited(path: try path($0)) }))
  }

  @Test("An edit of a photo that the snapshot knows stays an edit, and a damaged file damaged")
  func known() async throws {
    try archive.write(Data(try TestArchive.picture("7")), to: try path(1))
    try rot(try path(2)) { $0 = $0.dropLast(40) }
    let before = try await findings()
    #expect(before.count == 2)
    #expect(try await recover() == Recovery.Files())
    #expect(try await findings() == before)
  }
}
