import Foundation
import TestSupport
import Testing

@testable import LocalFiles

@Suite("The part folder")
struct PartFolderTests {
  let folder: TemporaryDirectory
  let directory: MirrorDirectory

  init() throws {
    folder = try TemporaryDirectory()
    directory = MirrorDirectory(folder.appending("photos"))
    _ = try directory.prepare()
  }

  @Test("A sweep of the part folder keeps writable parts, and removes links and pipes")
  func strangers() throws {
    let other = folder.appending("other")
    for path in [other, directory.part(ofPhoto: 1), directory.part(ofPhoto: 5)] {
      try Data("bytes".utf8).write(to: URL(fileURLWithPath: path))
    }
    try #require(link(other, directory.part(ofPhoto: 2)) == 0)
    try #require(symlink(other, directory.part(ofPhoto: 3)) == 0)
    try #require(mkfifo(directory.part(ofPhoto: 4), 0o600) == 0)
    let parts = PartFolder(directory)
    let names = try parts.names()
    #expect(Set(names.compactMap(PartFolder.photo)) == [1, 2, 3, 4, 5])
    try parts.remove(names, except: [1, 2, 3, 4])
    let left = try FileManager.default.contentsOfDirectory(atPath: directory.parts)
    #expect(left == ["1.part"])
    #expect(FileManager.default.contents(atPath: other) == Data("bytes".utf8))
  }
}
