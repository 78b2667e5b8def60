import Catalog
import Foundation
import LocalFiles
import MirrorCore
import ProviderKit
import Testing

@testable import Mirroring

@Suite("Files and places that a copy refuses")
struct MirrorCopyFaultTests: CopyUser {
  @Test("Damage is not copied: the photo is left out, or the copy's own file stays")
  func damage() async throws {
    let archive = try await TestArchive(photos: 4)
    try archive.write(
      try #require(archive.bytes(archive.paths[0])).dropLast(100), to: archive.paths[0])
    try archive.remove(archive.paths[1])
    let outcome = try await copy(archive)
    #expect(outcome.totals.leftOut == 2 && outcome.totals.copied == 2)
    guard case .damaged(archive.paths[0], _) = outcome.leftOut[0] else {
      Issue.record("\(outcome.leftOut)")
      return
    }
    #expect(outcome.leftOut[1] == .missing(path: archive.paths[1]))
    #expect(
      try await findings(archive.outside("copy"))
        == archive.paths.prefix(2).map { .missing(path: $0) })
    let status = try MirrorStatus(of: Mirror(archive.outside("copy"))).sources[0]
    #expect(status.mirrored == 2 && status.waiting == 2)
    // What is damaged later stays intact in the copy.
    try archive.write(
      try #require(archive.bytes(archive.paths[2])).dropLast(100), to: archive.paths[2])
    try archive.write(try TestArchive.picture(TestArchive.id(2)), to: archive.paths[1])
    let later = try await copy(archive)
    #expect(later.totals.leftOut == 1 && later.totals.copied == 1)
    #expect(
      files(archive.outside("copy"))[archive.paths[2]]
        == Data(try TestArchive.picture(TestArchive.id(3))))
  }

  @Test("An edited file is copied when it is accepted, and the file before it is set aside")
  func edited() async throws {
    let archive = try await TestArchive(photos: 2)
    let original = try #require(archive.bytes(archive.paths[0]))
    let mine = Data(try TestArchive.picture("7", version: 7))
    _ = try await copy(archive)
    try archive.write(mine, to: archive.paths[0])
    #expect(try await copy(archive).totals.copied == 0)
    let place = archive.outside("copy")
    #expect(files(place)[archive.paths[0]] == original)
    _ = try await Acceptance(of: archive.mirror).accept([archive.paths[0]])
    #expect(try await copy(archive).totals.copied == 1)
    #expect(files(place)[archive.paths[0]] == mine)
    #expect(files(place)[".photomirror/set-aside/" + archive.paths[0]] == original)
    #expect(try await findings(place) == [])
    let new = archive.outside("new")
    try archive.write(try TestArchive.picture("8", version: 8), to: archive.paths[1])
    let outcome = try await copy(archive, to: new)
    #expect(outcome.leftOut == [.edited(path: archive.paths[1])])
    #expect(files(new)[archive.paths[0]] == mine && files(new)[archive.paths[1]] == nil)
  }

  @Test("A damaged file of the copy is replaced, and an edited sidecar of the copy set aside")
  func damagedCopy() async throws {
    let archive = try await TestArchive(photos: 2)
    _ = try await copy(archive)
    let place = archive.outside("copy")
    let path = archive.paths[0]
    try Data("x".utf8).write(to: URL(filePath: place + "/" + path))
    let sidecar = archive.paths[1] + ".xmp"
    try Data("mine".utf8).write(to: URL(filePath: place + "/" + sidecar))
    let later = Date(timeIntervalSinceNow: 100)
    try FileManager.default.setAttributes(
      [.modificationDate: later], ofItemAtPath: place + "/" + sidecar)
    let outcome = try await copy(archive)
    #expect(outcome.totals.copied == 1 && outcome.totals.setAside == 2)
    let copied = files(place)
    #expect(copied[path] == archive.bytes(path) && copied[sidecar] == archive.bytes(sidecar))
    #expect(copied[".photomirror/set-aside/" + path] == Data("x".utf8))
    #expect(copied[".photomirror/set-aside/" + sidecar] == Data("mine".utf8))
  }

  @Test(
    "A place with something else is refused, and nothing in it is changed",
    arguments: ["file", "files", "mirror", "other copy", "original", "changed copy"])
  func refused(kind: String) async throws {
    let archive = try await TestArchive(photos: 2)
    let other = try await TestArchive(photos: 1)
    var place = archive.outside("copy")
    switch kind {
    case "file": try Data("x".utf8).write(to: URL(filePath: place))
    case "files":
      try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
      try Data("x".utf8).write(to: URL(filePath: place + "/x"))
    case "mirror": place = other.directory.path
    case "other copy":
      place = other.outside("copy")
      _ = try await copy(other)
    case "original": place = archive.directory.path
    default:
      _ = try await copy(archive)
      _ = try await MirrorTrash(of: Mirror(place)).forget([archive.paths[0]])
    }
    let before = files(place)
    let error = await #expect(throws: MirrorError.self) { try await copy(archive, to: place) }
    guard case .directory(let message, let problem) = error else { return }
    #expect(problem == .notACopy || problem == .occupied, "\(message)")
    #expect(files(place) == before)
  }

  @Test("A mirror in a store that the user did not name is refused, before a request")
  func unknownStore() async throws {
    let archive = try await TestArchive(photos: 1)
    try archive.catalog().noteSetting("store", "s3://photos/a")
    let error = await #expect(throws: MirrorError.self) { try await copy(archive) }
    guard case .directory(_, .unknownStore) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(!FileManager.default.fileExists(atPath: archive.outside("copy")))
  }

  @Test(
    "A copy that was repaired, verified or restored is a copy, and one that read a listing is none")
  func repaired() async throws {
    let (archive, site) = (try await TestArchive(photos: 0), try TestSite())
    site.show(1...3)
    try await site.run(into: archive)
    let place = archive.outside("copy")
    let path = try archive.catalog().mirrored(after: 0, limit: 1)[0].path
    _ = try await copy(archive)
    let mirror = Mirror(place)
    try FileManager.default.removeItem(atPath: place + "/" + path)
    let outcome = try await Repair(of: mirror, .init()).prepare(isDryRun: false) { _ in }
    var configuration = site.configuration(for: mirror)
    (configuration.readsListing, configuration.damaged) = (false, outcome.sources[0].damaged)
    #expect(try await MirrorRun(configuration).run().totals.mirrored == 1)
    #expect(try await copy(archive).totals.copied == 0)
    #expect(try await findings(place) == [])
    site.show(1...4)
    configuration.readsListing = true
    #expect(try await MirrorRun(configuration).run().totals.mirrored == 1)
    let error = await #expect(throws: MirrorError.self) { try await copy(archive) }
    #expect(error?.message.contains("has changed since") == true)
  }
}
