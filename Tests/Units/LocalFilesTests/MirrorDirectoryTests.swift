import Foundation
import MirrorCore
import SystemCalls
import TestSupport
import Testing

@testable import LocalFiles

@Suite("The directory of a mirror")
struct MirrorDirectoryTests {
  @Test("A mirror's private files are closed to other users, and its photo folder is unchanged")
  func modes() throws {
    let folder = try TemporaryDirectory()
    let directory = MirrorDirectory(folder.appending("photos"))
    _ = try directory.prepare()
    #expect(try mode(directory.state) == 0o700)
    #expect(try mode(directory.path) & 0o700 == 0o700)
  }

  @Test("A file that cannot be replaced by another name of a photo leaves no name behind")
  func share() throws {
    let folder = try TemporaryDirectory()
    let directory = MirrorDirectory(folder.appending("photos"))
    _ = try directory.prepare()
    try Data([1]).write(to: URL(filePath: directory.file("a.jpg")))
    try FileManager.default.createDirectory(
      atPath: directory.file("b.jpg"), withIntermediateDirectories: false)
    #expect(throws: StorageError.self) { try directory.share("a.jpg", as: "b.jpg") }
    #expect(try names(of: directory.file("a.jpg")) == 1)
    try directory.share("a.jpg", as: "c.jpg")
    #expect(try names(of: directory.file("c.jpg")) == 2)
  }

  private func names(of path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.referenceCount] as? Int
  }

  private func mode(_ path: String) throws -> mode_t {
    try #require(FileStatus(following: path)).mode & 0o777
  }
}
