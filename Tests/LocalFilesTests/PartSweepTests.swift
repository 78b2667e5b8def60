import Foundation
import MirrorCore
import TestSupport
import Testing

@testable import LocalFiles

@Suite("The sweep of the part folder")
struct PartSweepTests {
  let folder: TemporaryDirectory
  let directory: MirrorDirectory

  init() throws {
    folder = try TemporaryDirectory()
    directory = MirrorDirectory(folder.appending("photos"))
    _ = try directory.prepare()
  }

  @Test("keeps parts that can be written to, and lets go of other files' names, links and pipes")
  func strangers() throws {
    let letter = folder.appending("letter")
    for path in [letter, directory.part(ofPhoto: 1), directory.part(ofPhoto: 5)] {
      try Data("dear".utf8).write(to: URL(fileURLWithPath: path))
    }
    try #require(link(letter, directory.part(ofPhoto: 2)) == 0)
    try #require(symlink(letter, directory.part(ofPhoto: 3)) == 0)
    try #require(mkfifo(directory.part(ofPhoto: 4), 0o600) == 0)
    let sweep = try PartSweep(directory)
    #expect(sweep.photos == [1, 2, 3, 4, 5])
    try sweep.keep([1, 2, 3, 4])
    let left = try FileManager.default.contentsOfDirectory(atPath: directory.parts)
    #expect(left == ["1.part"])
    #expect(FileManager.default.contents(atPath: letter) == Data("dear".utf8))
  }
}
