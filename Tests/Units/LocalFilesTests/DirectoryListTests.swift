import Foundation
import LocalFiles
import MirrorCore
import TestSupport
import Testing
import Threads

@Suite("The list of a directory's files")
struct DirectoryListTests {
  /// Spellings of one accent, and names that begin with a mark, which Swift takes for a part of the slash before it.
  private static let paths = [
    "a/b.jpg", "a/\u{301}b.jpg", "a/\u{e9}.jpg", "a/e\u{301}.jpg", "a.jpg", "\u{301}x/1.jpg",
    "z.jpg",
  ]

  @Test("A name with a leading dot is hidden, whatever mark follows it")
  func hidden() async throws {
    let folder = try TemporaryDirectory()
    for name in [".a", ".\u{301}b", "c"] {
      try Data("x".utf8).write(to: URL(filePath: folder.appending(name)))
    }
    let pool = ThreadPool(name: "disk", width: 1)
    let place = DirectoryPlace(MirrorDirectory(folder.path), pool: pool)
    #expect(try await list(place, PlaceList()) == ["c"])
    await pool.shutdown()
  }

  @Test("A list goes on after each file with those that the whole list has after it")
  func after() async throws {
    let folder = try TemporaryDirectory()
    for path in Self.paths {
      let file = URL(filePath: folder.path).appending(path: path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data("x".utf8).write(to: file)
    }
    let pool = ThreadPool(name: "disk", width: 1)
    let place = DirectoryPlace(MirrorDirectory(folder.path), pool: pool)
    let whole = try await list(place, PlaceList())
    #expect(Set(whole.map { Array($0.utf8) }) == Set(Self.paths.map { Array($0.utf8) }))
    for index in whole.indices {
      let rest = try await list(place, PlaceList(after: whole[index]))
      #expect(rest.map { Array($0.utf8) } == whole[(index + 1)...].map { Array($0.utf8) })
    }
    await pool.shutdown()
  }

  private func list(_ place: DirectoryPlace, _ list: PlaceList) async throws -> [String] {
    var paths: [String] = []
    try await place.list(list) { files in
      paths += files.map(\.path)
      return true
    }
    return paths
  }
}
