import Digests
import Foundation
import LocalFiles
import Locking
import MirrorCore
import ProviderKit
import Testing

@testable import Mirroring

@Suite("The adoption of a folder")
struct FolderAdoptionTests {
  private func adopt(
    _ archive: TestArchive, _ site: TestSite, readsListing: Bool = true, isDryRun: Bool = false
  ) async throws -> (findings: Set<FolderAdoption.Finding>, totals: FolderAdoption.Totals) {
    let findings = Locked<[FolderAdoption.Finding]>([])
    let adoption = FolderAdoption(
      site.configuration(for: archive.mirror), readsListing: readsListing, isDryRun: isDryRun)
    let totals = try await adoption.run { finding in findings.withLock { $0.append(finding) } }
    return (Set(findings.withLock(\.self)), totals)
  }

  /// A folder with the pictures of the photos 1 to 4 of a site and a text, and the photos' ids by their files.
  private func folder() async throws -> (TestArchive, TestSite, ids: [String: String]) {
    let (archive, site) = (try await TestArchive(photos: 0), try TestSite())
    site.show(1...5)
    let ids = [1, 2, 3, 4].map(TestArchive.id)
    let names = [
      "flickr/flickr_\(ids[0]).png", "export/a-cat_\(ids[1])_o.png", "renamed.png", "noted.png",
    ]
    for (id, name) in zip(ids, names) { try archive.write(try TestArchive.picture(id), to: name) }
    try archive.write(
      Sidecar.bytes(of: site.photo(3), as: .xmp, provider: "site"), to: "renamed.png.xmp")
    try archive.write(#"{"id": "\#(ids[3])"}"#, to: "noted.png.json")
    try archive.write("mine", to: "notes.md")
    return (archive, site, Dictionary(uniqueKeysWithValues: zip(names, ids)))
  }

  @Test("Files are recognised by ids in names and in notes beside them, stay, and are not fetched")
  func adopted() async throws {
    let (archive, site, ids) = try await folder()
    let before = archive.files
    let (findings, totals) = try await adopt(archive, site)
    let expected = ids.map { FolderAdoption.Finding.adopted(path: $0, photo: $1) }
    #expect(findings == Set(expected + [.extra(path: "notes.md")]))
    #expect((totals.listed, totals.adopted, totals.extra, totals.missing) == (5, 4, 1, 1))
    #expect(site.pictures.isEmpty)
    for (path, bytes) in before { #expect(archive.bytes(path) == bytes) }
    let run = try await site.run(into: archive)
    #expect(run.summary.totals.known == 4 && run.summary.totals.mirrored == 1)
    #expect(site.pictures == [TestSite.target(5)])
  }

  @Test("A dry run finds the same, and makes no mirror")
  func dryRun() async throws {
    let (archive, site, _) = try await folder()
    let before = archive.files
    let dry = try await adopt(archive, site, isDryRun: true)
    #expect(archive.files == before && !archive.has(".photomirror"))
    let (findings, totals) = try await adopt(archive, site)
    #expect(dry.findings == findings && dry.totals == totals)
  }

  @Test("What was adopted is known the second time")
  func again() async throws {
    let (archive, site, _) = try await folder()
    _ = try await adopt(archive, site)
    let before = archive.files
    let (findings, totals) = try await adopt(archive, site)
    #expect(findings == [.extra(path: "notes.md")] && archive.files == before)
    #expect((totals.known, totals.adopted, totals.missing) == (4, 0, 1))
  }

  @Test("Without the listing, only files with notes of this site's provider are adopted")
  func offline() async throws {
    let (archive, site, ids) = try await folder()
    let (findings, totals) = try await adopt(archive, site, readsListing: false)
    #expect(findings.contains(.adopted(path: "renamed.png", photo: TestArchive.id(3))))
    #expect(totals.adopted == 1 && totals.listed == 0 && site.server.requests.isEmpty)
    #expect(totals.extra == ids.count)
    let run = try await site.run(into: archive)
    #expect(run.results[TestArchive.id(3)] == .known && run.summary.totals.mirrored == 4)
  }

  @Test("A file of a photo that the listing does not show any more is adopted by its note")
  func unlisted() async throws {
    let (archive, site, _) = try await folder()
    site.show([1])
    let (findings, totals) = try await adopt(archive, site)
    #expect(findings.contains(.adopted(path: "renamed.png", photo: TestArchive.id(3))))
    #expect(totals.adopted == 2 && totals.missing == 0)
  }

  @Test("A file is recognised by a digest that the listing states, whatever its name is")
  func digest() async throws {
    let (archive, site) = (try await TestArchive(photos: 0), try TestSite())
    var photo = site.photo(1)
    let picture = try TestArchive.picture(photo.id)
    try archive.write(picture, to: "holiday.png")
    photo.renditions[0].digest = .init(.sha256, hex: DigestAlgorithm.sha256.hex(of: picture))
    site.show([photo])
    let (findings, _) = try await adopt(archive, site)
    #expect(findings == [.adopted(path: "holiday.png", photo: photo.id)])
  }

  @Test("A damaged file and one of another shape are refused with the reason, and stay")
  func refused() async throws {
    let (archive, site) = (try await TestArchive(photos: 0), try TestSite())
    site.show(1...2)
    let ids = [1, 2].map(TestArchive.id)
    try archive.write(try TestArchive.picture(ids[0]).dropLast(100), to: "a_\(ids[0]).png")
    try archive.write(try TestArchive.picture(ids[1], width: 16, height: 32), to: "b_\(ids[1]).png")
    let before = archive.files
    let (findings, totals) = try await adopt(archive, site)
    #expect(
      findings.contains(
        .refused(path: "b_\(ids[1]).png", reason: "16x32 is not the shape of \(ids[1])")))
    #expect((totals.refused, totals.adopted, totals.extra, totals.missing) == (2, 0, 0, 2))
    for (path, bytes) in before { #expect(archive.bytes(path) == bytes) }
  }

  @Test("Links, and the folders that they lead to, are not adopted twice")
  func links() async throws {
    let (archive, site) = (try await TestArchive(photos: 0), try TestSite())
    site.show([1])
    let (id, files) = (TestArchive.id(1), FileManager.default)
    try archive.write(try TestArchive.picture(id), to: "photostream/\(id).png")
    try archive.write(#"{"id": "\#(id)"}"#, to: "photostream/\(id).png.metadata")
    try archive.write("", to: "Albums/Sea/.keep")
    try files.createSymbolicLink(
      atPath: archive.directory.file("Albums/Sea/0_\(id).png"),
      withDestinationPath: "../../photostream/\(id).png")
    try files.createSymbolicLink(
      atPath: archive.directory.file("Collections"), withDestinationPath: "Albums")
    let (findings, totals) = try await adopt(archive, site)
    #expect(findings == [.adopted(path: "photostream/\(id).png", photo: id)])
    #expect(totals.adopted == 1 && archive.has("Albums/Sea/0_\(id).png"))
  }

  @Test("A folder that does not exist is not made")
  func missing() async throws {
    let (archive, site) = (try await TestArchive(photos: 0), try TestSite())
    let error = await #expect(throws: MirrorError.self) { try await adopt(archive, site) }
    #expect(error?.message == "there is no directory \(archive.directory.path)")
    #expect(!FileManager.default.fileExists(atPath: archive.directory.path))
  }
}
