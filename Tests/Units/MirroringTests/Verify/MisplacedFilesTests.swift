import Foundation
import LocalFiles
import MirrorCore
import Testing

@testable import Mirroring

@Suite("Files of a mirror that have the wrong names")
struct MisplacedFilesTests {
  private func repair(
    _ archive: TestArchive, from copies: [String] = []
  ) async throws -> Repair.Outcome {
    let places = copies.map { Repair.Copies.directory(Mirror($0)) }
    return try await Repair(of: archive.mirror, Verification.Options(), from: places)
      .prepare(isDryRun: false) { _ in }
  }

  private func findings(_ archive: TestArchive) async throws -> [Verification.Finding] {
    var findings: [Verification.Finding] = []
    try await Verification(of: archive.mirror).run { findings += $0.finding.map { [$0] } ?? [] }
    return findings
  }

  @Test("Two and three files that changed places get back their names, and nothing is set aside")
  func swapped() async throws {
    for count in [2, 3] {
      let archive = try await TestArchive(photos: 4)
      let before = archive.files
      let paths = archive.paths.prefix(count)
      for (path, other) in zip(paths, paths.dropFirst() + paths.prefix(1)) {
        try archive.write(try #require(before[other]), to: path)
      }
      let outcome = try await repair(archive)
      #expect(outcome.moved == count && outcome.setAside == 0 && outcome.restored == 0)
      #expect(outcome.sources.isEmpty && archive.files == before)
      #expect(try await findings(archive) == [])
    }
  }

  @Test("A file that was renamed by hand gets back its name with its sidecar")
  func renamed() async throws {
    let archive = try await TestArchive(photos: 3)
    let before = archive.files
    for end in ["", ".xmp"] {
      let file = try #require(before[archive.paths[1] + end])
      try archive.write(file, to: "mine/best.png" + end)
      try archive.remove(archive.paths[1] + end)
    }
    let outcome = try await repair(archive)
    #expect(outcome.moved == 1 && outcome.sources.isEmpty && archive.files == before)
  }

  @Test("A file that was renamed gets back its name from a damaged file, which is set aside")
  func renamedAndReplaced() async throws {
    let archive = try await TestArchive(photos: 2)
    let (before, path) = (archive.files, archive.paths[0])
    try archive.write(try #require(before[path]), to: "mine/1.png")
    try archive.write("damaged", to: path)
    let outcome = try await repair(archive)
    #expect(outcome.moved == 1 && outcome.setAside == 1)
    #expect(archive.bytes(path) == before[path] && !archive.has("mine/1.png"))
    #expect(archive.text(".photomirror/set-aside/" + path) == "damaged")
  }

  @Test("A lost file is taken from the set-aside folder, here and in the copy that is named")
  func setAside() async throws {
    let archive = try await TestArchive(photos: 3)
    let before = archive.files
    let copy = archive.outside("copy")
    _ = try await MirrorCopy(of: archive.mirror, to: Mirror(copy)).run { _ in }
    try archive.write(
      try #require(before[archive.paths[0]]), to: ".photomirror/set-aside/\(archive.paths[0])~2")
    let there = copy + "/.photomirror/set-aside/x"
    try FileManager.default.createDirectory(
      atPath: (there as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try FileManager.default.moveItem(atPath: copy + "/" + archive.paths[1], toPath: there)
    for index in 0...1 { try archive.lose(photo: index == 0 ? 0 : 1) }
    let outcome = try await repair(archive, from: [copy])
    #expect(outcome.moved == 1 && outcome.restored == 1)
    #expect(archive.files == before && FileManager.default.fileExists(atPath: there))
  }

  @Test("Files of a copy are found whatever names they have there, also those of other photos")
  func renamedInCopy() async throws {
    let archive = try await TestArchive(photos: 4)
    let before = archive.files
    let copy = archive.outside("copy")
    _ = try await MirrorCopy(of: archive.mirror, to: Mirror(copy)).run { _ in }
    let files = FileManager.default
    let there = { (index: Int) in copy + "/" + archive.paths[index] }
    try files.createDirectory(atPath: copy + "/mine", withIntermediateDirectories: true)
    try files.moveItem(atPath: there(0), toPath: copy + "/mine/a.bin")
    // Two that changed places.
    try files.moveItem(atPath: there(1), toPath: copy + "/mine/b")
    try files.moveItem(atPath: there(2), toPath: there(1))
    try files.moveItem(atPath: copy + "/mine/b", toPath: there(2))
    for path in archive.paths.prefix(3) { try archive.remove(path) }
    let outcome = try await repair(archive, from: [copy])
    #expect(outcome.restored == 3 && outcome.moved == 0 && archive.files == before)
    #expect(files.fileExists(atPath: copy + "/mine/a.bin"))
  }

  @Test("A file without access is unreadable and not missing, and stays until a copy is at hand")
  func unreadable() async throws {
    let archive = try await TestArchive(photos: 2)
    let folder = archive.directory.file(
      (archive.paths[0] as NSString).deletingLastPathComponent)
    let files = FileManager.default
    // A name that is too long for the system cannot be looked at, whoever asks.
    let look = archive.directory.look(
      for: StoredFiles(
        path: String(repeating: "x", count: 300), stem: "x", thumbnail: .absent))
    #expect(look.isThere)
    guard geteuid() != 0 else { return }
    try files.setAttributes([.posixPermissions: 0o000], ofItemAtPath: folder)
    defer { try? files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder) }
    let outcome = try await repair(archive)
    #expect(outcome.counts.unreadable == 2 && outcome.counts.missing == 0)
    #expect(outcome.kept == 2 && outcome.sources.isEmpty)
  }

  @Test("A set-aside folder behind a link gets no file, and the damaged file stays")
  func linked() async throws {
    let archive = try await TestArchive(photos: 2)
    try archive.write(try #require(archive.bytes(archive.paths[0])), to: "mine/1.png")
    try archive.write("damaged", to: archive.paths[0])
    let elsewhere = archive.outside("elsewhere")
    try FileManager.default.createDirectory(atPath: elsewhere, withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(
      atPath: archive.directory.setAside, withDestinationPath: elsewhere)
    let error = await #expect(throws: MirrorError.self) { try await repair(archive) }
    #expect(error?.message.contains("set-aside is a symbolic link") == true)
    #expect(try FileManager.default.contentsOfDirectory(atPath: elsewhere) == [])
    #expect(archive.text(archive.paths[0]) == "damaged" && archive.has("mine/1.png"))
  }
}
