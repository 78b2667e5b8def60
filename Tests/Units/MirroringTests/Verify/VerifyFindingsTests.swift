import Catalog
import Digests
import Foundation
import Images
import LocalFiles
import MirrorCore
import TestSupport
import Testing

@testable import Mirroring

@Suite("What verification finds")
struct VerifyFindingsTests {
  private func verify(
    _ archive: TestArchive, _ change: (inout Verification.Options) -> Void = { _ in }
  ) async throws -> (findings: [Verification.Finding], counts: Verification.Counts) {
    var options = Verification.Options()
    change(&options)
    var (findings, last) = ([Verification.Finding](), Verification.Progress())
    try await Verification(of: archive.mirror, options).run { progress in
      findings += progress.finding.map { [$0] } ?? []
      last = progress
    }
    return (findings, last.counts)
  }

  private func kind(_ finding: Verification.Finding?) -> String {
    finding.map { String("\($0)".prefix { $0 != "(" }) } ?? "nothing"
  }

  @Test("An intact mirror has no findings, and every file is counted with its bytes")
  func intact() async throws {
    let archive = try await TestArchive(photos: 3)
    let before = archive.files
    let (findings, counts) = try await verify(archive)
    let bytes = archive.paths.compactMap { archive.bytes($0)?.count }.reduce(0, +)
    #expect(findings == [] && counts.checked == 3 && counts.byteCount == Int64(bytes))
    #expect(!counts.hasProblems && archive.files == before)
    #expect(
      try await verify(archive) { $0.tellsSame = true }.findings
        == archive.paths.map { .same(path: $0) })
  }

  /// What is done to the file of a photo, and what is found then.
  static let damages: [(what: String, change: @Sendable (Data) -> Data?, finding: String)] = [
    ("removed", { _ in nil }, "missing"), ("emptied", { _ in Data() }, "damaged"),
    ("cut", { $0.dropLast(100) }, "damaged"),
    ("another file", { _ in Data("<html>gone</html>".utf8) }, "damaged"),
    (
      "one bit changed", { Data($0.dropLast(60)) + [$0[$0.count - 60] ^ 1] + $0.suffix(59) },
      "damaged"
    ),
    ("another picture", { _ in Data((try? TestArchive.picture("7", version: 7)) ?? []) }, "edited"),
  ]

  @Test("A changed file is damaged, or edited if it is a whole picture", arguments: damages.indices)
  func changed(index: Int) async throws {
    let archive = try await TestArchive(photos: 2)
    let (what, change, finding) = Self.damages[index]
    let path = archive.paths[0]
    let bytes = change(try #require(archive.bytes(path)))
    try archive.remove(path)
    if let bytes { try archive.write(bytes, to: path) }
    for isQuick in [false, true] {
      let (findings, counts) = try await verify(archive) { $0.isQuick = isQuick }
      // A quick check trusts a file of the same size and an earlier time, which this one may have.
      if isQuick, what == "one bit changed" { continue }
      #expect(findings.map { kind($0) } == [finding], "\(what), quick: \(isQuick)")
      #expect(counts.checked == 2 && counts.hasProblems)
      #expect(counts.missing == (finding == "missing" ? 1 : 0))
      #expect(counts.changed == (finding == "missing" ? 0 : 1))
    }
    #expect(archive.bytes(path) == bytes)
  }

  @Test(
    "A quick verification reads a file only if its size differs or it was written after it was stored",
    arguments: [(-3600.0, "nothing"), (3600, "damaged")])
  func quick(age: Double, finding: String) async throws {
    let archive = try await TestArchive(photos: 2)
    let path = archive.directory.file(archive.paths[0])
    var bytes = try #require(archive.bytes(archive.paths[0]))
    bytes[bytes.count - 60] ^= 1
    try archive.write(bytes, to: archive.paths[0])
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: age)], ofItemAtPath: path)
    #expect(kind(try await verify(archive) { $0.isQuick = true }.findings.first) == finding)
    #expect(kind(try await verify(archive).findings.first) == "damaged")
    try archive.write(bytes.dropLast(), to: archive.paths[0])
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 0)], ofItemAtPath: path)
    #expect(kind(try await verify(archive) { $0.isQuick = true }.findings.first) == "damaged")
  }

  @Test("Other bytes of the size and time of the mirrored file are rotten, however it is read")
  func rotten() async throws {
    let archive = try await TestArchive(photos: 2)
    try archive.recordAnotherDigest(ofPhoto: 0)
    let (findings, counts) = try await verify(archive)
    #expect(findings == [.rotten(path: archive.paths[0])])
    #expect(counts.rotten == 1 && counts.changed == 1 && counts.hasProblems)
    // A later time is that of an edit.
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: 3600)],
      ofItemAtPath: archive.directory.file(archive.paths[0]))
    #expect(try await verify(archive).findings == [.edited(path: archive.paths[0])])
  }

  @Test("Rot in a file whose time is in the future is rot")
  func rottenInTheFuture() async throws {
    let archive = try await TestArchive(photos: 2)
    try archive.recordAnotherDigest(ofPhoto: 0)
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: 400 * 86_400)],
      ofItemAtPath: archive.directory.file(archive.paths[0]))
    #expect(try await verify(archive).findings == [.rotten(path: archive.paths[0])])
  }

  @Test("A file without its last bytes and with its old time is damaged", arguments: 1...12)
  func cut(count: Int) async throws {
    let archive = try await TestArchive(photos: 2)
    let path = archive.paths[0]
    let bytes = try #require(archive.bytes(path))
    try archive.write(bytes.dropLast(count), to: path)
    let file = archive.directory.file(path)
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -86_400)], ofItemAtPath: file)
    for isQuick in [false, true] {
      let findings = try await verify(archive) { $0.isQuick = isQuick }.findings
      #expect(findings.map { kind($0) } == ["damaged"], "without \(count) bytes")
    }
  }

  @Test("Two files that changed places are swapped, each with the path of its bytes")
  func swapped() async throws {
    let archive = try await TestArchive(photos: 3)
    let (first, last) = (archive.paths[0], archive.paths[2])
    let bytes = try [first, last].map { try #require(archive.bytes($0)) }
    try archive.write(bytes[1], to: first)
    try archive.write(bytes[0], to: last)
    let (findings, counts) = try await verify(archive) { $0.tellsSame = true }
    #expect(
      findings == [
        .swapped(path: first, origin: last), .same(path: archive.paths[1]),
        .swapped(path: last, origin: first),
      ])
    #expect(counts.swapped == 2 && counts.changed == 2)
  }

  @Test("A file under another name is missing, and renamed where it is")
  func renamed() async throws {
    let archive = try await TestArchive(photos: 2)
    let path = archive.paths[0]
    try archive.write(try #require(archive.bytes(path)), to: "mine/1.png")
    try archive.remove(path)
    let (findings, counts) = try await verify(archive)
    #expect(findings == [.missing(path: path), .renamed(path: "mine/1.png", from: path)])
    #expect(counts.missing == 1 && counts.extra == 1)
  }

  @Test("A link or a folder in the place of a file is a missing file", arguments: [true, false])
  func obstructed(isLink: Bool) async throws {
    let archive = try await TestArchive(photos: 2)
    let place = archive.directory.file(archive.paths[0])
    let target = archive.outside("elsewhere.png")
    try FileManager.default.moveItem(atPath: place, toPath: target)
    if isLink {
      try FileManager.default.createSymbolicLink(atPath: place, withDestinationPath: target)
    } else {
      try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
    }
    let (findings, counts) = try await verify(archive)
    #expect(findings.map { kind($0) } == ["obstructed"] && counts.missing == 1)
  }

  @Test("A missing sidecar and a missing thumbnail are two findings of a file that is there")
  func incomplete() async throws {
    let archive = try await TestArchive(photos: 2)
    let path = archive.paths[1]
    for file in [path + ".xmp", archive.thumbnail(path)] { try archive.remove(file) }
    let (findings, counts) = try await verify(archive)
    #expect(
      findings == ["sidecar", "thumbnail"].map { .incomplete(path: path, what: $0) })
    #expect(counts.incomplete == 2 && counts.checked == 2 && counts.hasProblems)
  }

  @Test("A sidecar that is no XMP or of another photo, and a thumbnail that is cut, are damaged")
  func damagedCompanions() async throws {
    let archive = try await TestArchive(photos: 3)
    let paths = archive.paths
    try archive.write("<x:xmpmeta", to: paths[0] + ".xmp")
    try archive.write(archive.text(paths[0 + 1] + ".xmp"), to: paths[2] + ".xmp")
    let thumbnail = archive.thumbnail(paths[1])
    try archive.write(try #require(archive.bytes(thumbnail)).dropLast(20), to: thumbnail)
    #expect(try await verify(archive).counts.incomplete == 2)
    let (findings, counts) = try await verify(archive) { $0.decodesThumbnails = true }
    let found = findings.compactMap { finding -> String? in
      guard case .damagedCompanion(_, let companion, _) = finding else { return nil }
      return companion
    }
    #expect(found == [paths[0] + ".xmp", thumbnail, paths[2] + ".xmp"], "\(findings)")
    #expect(counts.incomplete == 3)
    var options = Verification.Options()
    options.decodesThumbnails = true
    let outcome = try await Repair(of: archive.mirror, options).prepare(isDryRun: false) { _ in }
    #expect(outcome.counts.incomplete == 3)
    for name in found {
      #expect(!archive.has(name) && archive.has(".photomirror/set-aside/" + name))
    }
  }

  @Test("A sidecar that another program wrote without the photo's id is the photo's")
  func otherSidecar() async throws {
    let archive = try await TestArchive(photos: 1)
    let sidecar = archive.paths[0] + ".xmp"
    let text = archive.text(sidecar)
    try archive.write(
      text.replacing(#/<dc:identifier>[^<]*<\/dc:identifier>/#, with: ""), to: sidecar)
    #expect(archive.text(sidecar) != text)
    #expect(try await verify(archive).findings == [])
  }

  @Test("A sidecar that the mirror does not want is not missed")
  func unwanted() async throws {
    let archive = try await TestArchive(photos: 1)
    try archive.catalog().noteSetting("sidecars", "")
    try archive.remove(archive.paths[0] + ".xmp")
    #expect(try await verify(archive).findings == [])
  }

  @Test(
    "Files that the catalog does not know are extra, and are no problem; links and dots are none")
  func extra() async throws {
    let archive = try await TestArchive(photos: 1)
    for name in ["notes.txt", "ada/other.png", "new/deep/1.png", "ada/other.png.xmp"] {
      try archive.write("mine", to: name)
    }
    try archive.write("mine", to: ".hidden/1.png")
    try FileManager.default.createSymbolicLink(
      atPath: archive.directory.file("link.txt"), withDestinationPath: "notes.txt")
    let (findings, counts) = try await verify(archive)
    let paths = ["ada/other.png", "ada/other.png.xmp", "new/deep/1.png", "notes.txt"]
    #expect(Set(findings) == Set(paths.map { .extra(path: $0) }))
    #expect(counts.extra == 4 && !counts.hasProblems)
    #expect(try await verify(archive) { $0.findsExtra = false }.findings == [])
  }

  @Test("Files of a mirror within another one, of its albums and of its gallery are not extra")
  func nested() async throws {
    let archive = try await TestArchive(photos: 1)
    let inner = MirrorDirectory(archive.directory.file("inner"))
    _ = try inner.prepare()
    try archive.write("mine", to: "inner/1.png")
    try archive.write("{}", to: ".photomirror/albums.json")
    try archive.write("mine", to: "albums/Sea_7/0001.png")
    _ = try await MirrorGallery(of: archive.mirror).write()
    #expect(try await verify(archive).findings == [])
  }

  @Test("A file that was kept without a decode is damaged if a decode with higher limits fails")
  func unproven() async throws {
    let archive = try await TestArchive(photos: 1)
    let bytes = try #require(archive.bytes(archive.paths[0])).dropLast(100)
    try archive.write(bytes, to: archive.paths[0])
    try recordUnproven(archive)
    #expect(try MirrorStatus(of: archive.mirror).sources[0].unproven == 1)
    #expect(try await verify(archive) { $0.limits.pixels = 1000 }.findings == [])
    #expect(kind(try await verify(archive).findings.first) == "damaged")
    #expect(try MirrorStatus(of: archive.mirror).sources[0].unproven == 1)
  }

  @Test("A file that was kept without a decode is proven by a verification that decodes it")
  func proven() async throws {
    let archive = try await TestArchive(photos: 2)
    try recordUnproven(archive)
    _ = try await verify(archive) { $0.limits.pixels = 1000 }
    #expect(try MirrorStatus(of: archive.mirror).sources[0].unproven == 1)
    #expect(try await verify(archive).findings == [])
    #expect(try MirrorStatus(of: archive.mirror).sources[0].unproven == 0)
  }

  /// Records the first photo's file as it is, as one that was not decoded.
  private func recordUnproven(_ archive: TestArchive) throws {
    let (catalog, directory) = (try archive.catalog(), archive.directory)
    let photo = try catalog.mirrored(after: 0, limit: 1)[0]
    let file = directory.file(photo.path)
    try catalog.record([
      MirroredPhoto(
        id: photo.id, path: photo.path, format: photo.format, width: 0, height: 0,
        byteCount: Int64(archive.bytes(photo.path)?.count ?? 0),
        sha256: try FileDigest.hex(.sha256, ofFileAt: file), label: "",
        thumbnail: photo.thumbnail, isUnproven: true, storedAt: photo.storedAt)
    ])
  }

  @Test("A verification of what is no mirror fails, and makes none")
  func missing() async throws {
    let archive = try await TestArchive(photos: 0)
    await #expect(throws: MirrorError.self) { try await verify(archive) }
    #expect(!FileManager.default.fileExists(atPath: archive.directory.path))
  }

  @Test("Photos in a folder that became a link are obstructed, and are not read through it")
  func linkedFolder() async throws {
    let archive = try await TestArchive(photos: 2)
    let (folder, elsewhere) = (archive.directory.file("ada"), archive.outside("elsewhere"))
    try FileManager.default.moveItem(atPath: folder, toPath: elsewhere)
    try FileManager.default.createSymbolicLink(atPath: folder, withDestinationPath: elsewhere)
    for isQuick in [false, true] {
      let (findings, counts) = try await verify(archive) { $0.isQuick = isQuick }
      #expect(
        findings == archive.paths.map { .obstructed(path: $0, what: "the symbolic link ada") })
      #expect(counts.missing == 2)
    }
    let totals = try await MirrorGallery(of: archive.mirror, into: archive.outside("site")).write()
    #expect(totals.missing == 2)
    let bundle = MirrorBundle(of: archive.mirror, to: archive.outside("bag"))
    let bundled = try await bundle.run { _ in }
    #expect(bundled.bundled == 0 && bundled.leftOut == 2)
  }

  @Test("A thumbnail that shows another picture is found when thumbnails are decoded")
  func otherThumbnail() async throws {
    let archive = try await TestArchive(photos: 3)
    // As large as the photo, because small ones are not compared.
    let edge = 3 * TestArchive.edge
    let white = PixelBuffer(
      width: edge, height: edge, channels: 3,
      bytes: [UInt8](repeating: 255, count: edge * edge * 3))
    let thumbnail = archive.thumbnail(archive.paths[1])
    try archive.write(try PNGEncoder.encode(white), to: thumbnail)
    #expect(try await verify(archive).findings == [])
    let found = Verification.Finding.damagedCompanion(
      path: archive.paths[1], companion: thumbnail, reason: "it shows another picture")
    #expect(try await verify(archive) { $0.decodesThumbnails = true }.findings == [found])
    // Of an edited photo the thumbnail may still show the mirrored one.
    try archive.write(try TestArchive.picture("7", version: 7), to: archive.paths[1])
    let edited = try await verify(archive) { $0.decodesThumbnails = true }.findings
    #expect(edited.map { kind($0) } == ["edited"])
  }
}
