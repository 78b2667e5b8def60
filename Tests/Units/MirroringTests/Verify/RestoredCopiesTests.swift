import Foundation
import MirrorCore
import Testing

@testable import Mirroring

@Suite("Lost files and intact copies of them")
struct RestoredCopiesTests {
  private func repair(
    _ archive: TestArchive, from copies: [String]
  ) async throws -> Repair.Outcome {
    let places = copies.map { Repair.Copies.directory(Mirror($0)) }
    return try await Repair(of: archive.mirror, Verification.Options(), from: places)
      .prepare(isDryRun: false) { _ in }
  }

  private func cut(_ archive: TestArchive, _ index: Int) throws {
    let path = archive.paths[index]
    try archive.write(try #require(archive.bytes(path)).dropLast(100), to: path)
  }

  @Test("Missing and damaged files are taken from a copy of the mirror, and edited ones stay")
  func fromMirror() async throws {
    let archive = try await TestArchive(photos: 5)
    let before = archive.files
    let copy = archive.outside("copy")
    _ = try await MirrorCopy(of: archive.mirror, to: Mirror(copy)).run { _ in }
    try archive.remove(archive.paths[0])
    try cut(archive, 1)
    let mine = Data(try TestArchive.picture("7", version: 7))
    try archive.write(mine, to: archive.paths[2])
    let outcome = try await repair(archive, from: [copy])
    #expect(outcome.restored == 2 && outcome.kept == 1 && outcome.setAside == 1)
    #expect(outcome.sources.isEmpty)
    let after = archive.files
    for index in [0, 1, 3, 4] {
      #expect(after[archive.paths[index]] == before[archive.paths[index]])
    }
    #expect(after[archive.paths[2]] == mine)
    let source = try MirrorStatus(of: archive.mirror).sources[0]
    #expect(source.mirrored == 5 && source.waiting == 0)
  }

  @Test("The source of a photo is named that is taken from a copy and lacks its sidecar")
  func incomplete() async throws {
    let archive = try await TestArchive(photos: 2)
    let copy = archive.outside("copy")
    _ = try await MirrorCopy(of: archive.mirror, to: Mirror(copy)).run { _ in }
    try archive.remove(archive.paths[0])
    try archive.remove(archive.paths[0] + ".xmp")
    let outcome = try await repair(archive, from: [copy])
    #expect(outcome.restored == 1 && outcome.sources.map(\.address) == [TestArchive.source])
  }

  @Test("Files of any folder are taken whatever their names, and damaged ones never")
  func fromFolder() async throws {
    let archive = try await TestArchive(photos: 4)
    let before = archive.files
    let folder = archive.outside("old disk")
    let inner = URL(filePath: folder + "/a/b")
    try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
    try #require(before[archive.paths[0]]).write(to: inner.appending(path: "x.bin"))
    // Of the right size, and not of the right bytes.
    var flipped = try #require(before[archive.paths[1]])
    flipped[flipped.count - 20] ^= 1
    try flipped.write(to: inner.appending(path: (archive.paths[1] as NSString).lastPathComponent))
    // A link to a file with the right bytes is not followed.
    let target = archive.outside("target")
    try #require(before[archive.paths[2]]).write(to: URL(filePath: target))
    try FileManager.default.createSymbolicLink(
      atPath: folder + "/link", withDestinationPath: target)
    for index in 0..<3 { try archive.remove(archive.paths[index]) }
    let outcome = try await repair(archive, from: [folder])
    #expect(outcome.restored == 1)
    #expect(archive.files[archive.paths[0]] == before[archive.paths[0]])
    #expect(!archive.has(archive.paths[1]) && !archive.has(archive.paths[2]))
    #expect(try MirrorStatus(of: archive.mirror).sources[0].waiting == 2)
    // What an earlier repair recorded as lost is looked for as well, in several places.
    try FileManager.default.moveItem(atPath: target, toPath: folder + "/real")
    #expect(try await repair(archive, from: [archive.outside("."), folder]).restored == 1)
    #expect(archive.files[archive.paths[2]] == before[archive.paths[2]])
  }

  @Test("A damaged file of the other mirror is not taken, and one in its trash is")
  func damagedCopy() async throws {
    let archive = try await TestArchive(photos: 3)
    let before = archive.files
    let copy = archive.outside("copy")
    _ = try await MirrorCopy(of: archive.mirror, to: Mirror(copy)).run { _ in }
    try Data(count: try #require(before[archive.paths[0]]).count).write(
      to: URL(filePath: copy + "/" + archive.paths[0]))
    _ = try await MirrorTrash(of: Mirror(copy)).forget([archive.paths[1]])
    for index in 0..<2 { try archive.remove(archive.paths[index]) }
    #expect(try await repair(archive, from: [copy]).restored == 1)
    #expect(!archive.has(archive.paths[0]))
    #expect(archive.files[archive.paths[1]] == before[archive.paths[1]])
  }

  @Test("A mirror whose catalog cannot be read is searched as a folder")
  func damagedCatalog() async throws {
    let archive = try await TestArchive(photos: 1)
    let before = archive.files
    let copy = archive.outside("copy")
    _ = try await MirrorCopy(of: archive.mirror, to: Mirror(copy)).run { _ in }
    try Data("no catalog".utf8).write(to: URL(filePath: copy + "/.photomirror/catalog.sqlite"))
    try archive.remove(archive.paths[0])
    #expect(try await repair(archive, from: [copy]).restored == 1)
    #expect(archive.files[archive.paths[0]] == before[archive.paths[0]])
  }

  @Test("A place that is no directory is an error before anything is changed")
  func missing() async throws {
    let archive = try await TestArchive(photos: 2)
    try cut(archive, 0)
    let before = archive.files
    await #expect(throws: MirrorError.self) {
      try await repair(archive, from: [archive.outside("nowhere")])
    }
    #expect(archive.files == before)
  }
}
