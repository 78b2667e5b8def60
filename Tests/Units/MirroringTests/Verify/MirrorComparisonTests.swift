import Foundation
import MirrorCore
import Testing

@testable import Mirroring

@Suite("The comparison of two mirrors")
struct MirrorComparisonTests {
  private typealias Finding = MirrorComparison.Finding

  private func compare(
    _ one: Mirror, with other: Mirror
  ) async throws -> (findings: [Finding], totals: MirrorComparison.Totals) {
    var findings: [Finding] = []
    let totals = try await MirrorComparison(of: one, with: other).run { findings.append($0) }
    return (findings.filter { if case .same = $0 { false } else { true } }, totals)
  }

  @Test("A copy is equal to its mirror, also after a rename, and no file is read")
  func equal() async throws {
    let archive = try await TestArchive(photos: 3)
    let copy = archive.outside("copy")
    _ = try await MirrorCopy(of: archive.mirror, to: Mirror(copy)).run { _ in }
    _ = try await Renaming(in: archive.mirror, template: NameTemplate("{title}/{id}")).run { _ in }
    for path in archive.paths { try FileManager.default.removeItem(atPath: copy + "/" + path) }
    let (findings, totals) = try await compare(archive.mirror, with: Mirror(copy))
    #expect(findings == [] && totals.same == 3 && !totals.hasDifferences)
  }

  @Test("Photos only here, only there, and with other bytes are told from both sides")
  func differences() async throws {
    let one = try await TestArchive(photos: 4)
    let other = try await TestArchive(photos: 3)
    let new = try await other.add([TestArchive.photo(9)])
    try other.recordAnotherDigest(ofPhoto: 1)
    let (findings, totals) = try await compare(one.mirror, with: other.mirror)
    let changed = Finding.changed(path: one.paths[1], other: other.paths[1])
    #expect(findings == [changed, .onlyHere(path: one.paths[3]), .onlyThere(path: new[0])])
    #expect(totals.here == 4 && totals.there == 4 && totals.same == 2 && totals.changed == 1)
    let back = try await compare(other.mirror, with: one.mirror).findings
    #expect(
      back == [
        .changed(path: other.paths[1], other: one.paths[1]), .onlyHere(path: new[0]),
        .onlyThere(path: one.paths[3]),
      ])
  }

  @Test("A photo whose bytes are another photo's there is changed, and told once")
  func exchanged() async throws {
    let one = try await TestArchive(photos: 2)
    let other = try await TestArchive(photos: 2)
    let (here, there) = (try one.catalog(), try other.catalog())
    let photos = try here.mirrored(after: 0, limit: 9)
    // There, the first photo has unknown bytes, and the second those of the first.
    for (id, digest) in [
      (photos[0].id, String(repeating: "0", count: 64)), (photos[1].id, photos[0].sha256),
    ] {
      let photo = try #require(try there.mirrored(after: id - 1, limit: 1).first)
      try there.record([
        MirroredPhoto(
          id: photo.id, path: photo.path, format: photo.format, width: photo.width,
          height: photo.height, byteCount: photo.byteCount, sha256: digest, label: photo.label,
          thumbnail: photo.thumbnail, storedAt: photo.storedAt)
      ])
    }
    let (findings, _) = try await compare(one.mirror, with: other.mirror)
    #expect(
      findings.count == 2 && findings.contains(.changed(path: one.paths[1], other: other.paths[1]))
        && findings.contains(.changed(path: one.paths[0], other: other.paths[0])))
  }

  @Test("A directory without a mirror is an error that names it")
  func none() async throws {
    let archive = try await TestArchive(photos: 1)
    let place = archive.outside("nothing")
    let error = await #expect(throws: MirrorError.self) {
      try await compare(archive.mirror, with: Mirror(place))
    }
    #expect(error?.message == "there is no mirror in \(place)")
  }
}
