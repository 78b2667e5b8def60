import Foundation
import LocalFiles
import Locking
import MirrorCore
import MirrorTesting
import TestSupport
import Testing
import Threads

@Suite("A directory as a destination")
struct DirectoryPlaceTests {
  @Test(
    "A directory passes the conformance tests of a destination, with and without syncs of companions",
    arguments: [true, false])
  func conformance(isSynced: Bool) async throws {
    let folder = try TemporaryDirectory()
    let pool = ThreadPool(name: "disk", width: 2)
    let number = Locked(0)
    let broken = try await DestinationConformance.check {
      let next = number.withLock { count in
        count += 1
        return count
      }
      let directory = MirrorDirectory(folder.appending("\(next)"))
      _ = try directory.prepare()
      return DestinationConformance.Subject(
        MirrorFiles(
          in: DirectoryPlace(
            directory, pool: pool, unsynced: isSynced ? nil : UnsyncedCompanions(directory)),
          extensions: ["jpg"])
      ) { bytes in
        let part = directory.parts + "/\(UUID()).part"
        try Data(bytes).write(to: URL(filePath: part))
        return part
      } read: { path in
        FileManager.default.contents(atPath: directory.file(path)).map(Array.init)
      }
    }
    #expect(broken.isEmpty)
    await pool.shutdown()
  }

  @Test("Photos are found by their names without extension, in a folder of thousands")
  func findsByStem() async throws {
    let folder = try TemporaryDirectory()
    let directory = MirrorDirectory(folder.appending("mirror"))
    _ = try directory.prepare()
    try FileManager.default.createDirectory(
      atPath: directory.file("o"), withIntermediateDirectories: true)
    // Swift compares the two spellings of é as equal; a file system compares bytes.
    let names = (0..<3000).map { "o/photo \($0)" } + ["o/a.b", "o/e\u{301}", "o/.hidden"]
    for name in names { try Data().write(to: URL(filePath: directory.file(name + ".jpg"))) }
    try Data().write(to: URL(filePath: directory.file("o/without")))
    let pool = ThreadPool(name: "disk", width: 1)
    let destination = MirrorFiles(
      in: DirectoryPlace(directory, pool: pool), extensions: ["png", "jpg"])
    let others = (3000..<6000).map { "o/photo \($0)" } + ["o/a", "o/without", "o/\u{E9}", "p/a"]
    let found = try await destination.find(stems: names + others)
    let wrong = Set(found.map { Array($0.value.utf8) })
      .symmetricDifference(names.map { Array(($0 + ".jpg").utf8) })
    #expect(wrong.map { String(decoding: $0, as: UTF8.self) } == [])
    #expect(found.count == names.count)
    await pool.shutdown()
  }

  @Test("The in-memory place passes the conformance tests of a destination")
  func memoryPlace() async throws {
    let broken = try await DestinationConformance.check {
      let place = MemoryPlace(MemoryWorkspace())
      return DestinationConformance.Subject(place.files()) { bytes in
        let part = UUID().uuidString
        place.workspace[part] = bytes
        return part
      } read: { path in
        place[path]
      }
    }
    #expect(broken.isEmpty)
  }

  @Test("A private photo and its sidecars can be read by their owner only")
  func privatePhoto() async throws {
    let folder = try TemporaryDirectory()
    let pool = ThreadPool(name: "disk", width: 1)
    let directory = MirrorDirectory(folder.appending("mirror"))
    _ = try directory.prepare()
    let destination = MirrorFiles(in: DirectoryPlace(directory, pool: pool), extensions: ["jpg"])
    for (name, isPrivate) in [("a", true), ("b", false)] {
      let part = directory.part(ofPhoto: 1)
      try Data([1]).write(to: URL(filePath: part))
      #expect(chmod(part, 0o644) == 0)
      for companion in [Companion.sidecar([3], .xmp), .rewrittenSidecar([4], .xmp)] {
        let isFirst = companion == .sidecar([3], .xmp)
        let placed = await destination.place([
          Placement(
            path: "o/\(name).jpg", picture: isFirst ? .part(part) : .stored,
            companions: [companion], isPrivate: isPrivate)
        ])
        #expect(placed == [.success([])])
        for path in ["o/\(name).jpg", "o/\(name).jpg.xmp"] {
          let attributes = try FileManager.default.attributesOfItem(atPath: directory.file(path))
          let mode = try #require(attributes[.posixPermissions] as? Int)
          #expect(mode & 0o044 == (isPrivate ? 0 : 0o044), "\(path)")
        }
      }
    }
    await pool.shutdown()
  }

  @Test("A photo is stored in a folder that somebody removed since the run made it")
  func removedFolder() async throws {
    let folder = try TemporaryDirectory()
    let pool = ThreadPool(name: "disk", width: 1)
    let directory = MirrorDirectory(folder.appending("mirror"))
    _ = try directory.prepare()
    let destination = MirrorFiles(in: DirectoryPlace(directory, pool: pool), extensions: ["jpg"])
    for name in ["a", "b"] {
      let part = directory.part(ofPhoto: 1)
      try Data([1]).write(to: URL(filePath: part))
      let placed = await destination.place([
        Placement(
          path: "o/\(name).jpg", picture: .part(part),
          companions: [.thumbnail([2], stem: "o/\(name)"), .sidecar([3], .xmp)])
      ])
      #expect(placed == [.success([])])
      try FileManager.default.removeItem(atPath: directory.file("o"))
      try FileManager.default.removeItem(atPath: directory.thumbnails + "/o")
    }
    await pool.shutdown()
  }

  @Test("No folder above a new name or a set-aside file may be a link: nothing is moved behind it")
  func linkAboveMoved() async throws {
    let folder = try TemporaryDirectory()
    let pool = ThreadPool(name: "disk", width: 1)
    let directory = MirrorDirectory(folder.appending("mirror"))
    _ = try directory.prepare()
    let outside = folder.appending("outside")
    try FileManager.default.createDirectory(atPath: outside, withIntermediateDirectories: true)
    for link in ["2024", ".photomirror/set-aside"] {
      try FileManager.default.createSymbolicLink(
        atPath: directory.file(link), withDestinationPath: outside)
    }
    try FileManager.default.createDirectory(
      atPath: directory.file("a/b"), withIntermediateDirectories: true)
    try Data("x".utf8).write(to: URL(filePath: directory.file("a/b/x.jpg")))
    let destination = MirrorFiles(in: DirectoryPlace(directory, pool: pool), extensions: ["jpg"])
    let names = NameChange(
      path: "a/b/x.jpg", newPath: "2024/05/x.jpg", stem: "a/b/x", newStem: "2024/05/x")
    let renamed = try #require(await destination.rename([names]).first)
    #expect(throws: StorageError.self) { _ = try renamed.get() }
    await #expect(throws: StorageError.self) { _ = try await destination.setAside("a/b/x.jpg") }
    #expect(try FileManager.default.contentsOfDirectory(atPath: outside) == [])
    #expect(FileManager.default.fileExists(atPath: directory.file("a/b/x.jpg")))
    await pool.shutdown()
  }

  @Test("No folder above a photo's own may be a link: nothing is written behind it")
  func linkAbove() async throws {
    let folder = try TemporaryDirectory()
    let pool = ThreadPool(name: "disk", width: 1)
    let directory = MirrorDirectory(folder.appending("mirror"))
    _ = try directory.prepare()
    let outside = folder.appending("outside")
    try FileManager.default.createDirectory(atPath: outside, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: directory.file("2024"), withDestinationPath: outside)
    let part = directory.parts + "/1.part"
    try Data("x".utf8).write(to: URL(filePath: part))
    let destination = MirrorFiles(in: DirectoryPlace(directory, pool: pool), extensions: ["jpg"])
    let results = await destination.place([
      Placement(
        path: "2024/05/x.jpg", picture: .part(part), companions: [.sidecar([1], .xmp)])
    ])
    #expect(throws: StorageError.self) { _ = try results[0].get() }
    #expect(try FileManager.default.contentsOfDirectory(atPath: outside) == [])
    await pool.shutdown()
  }
}
