import Foundation
import SystemCalls
import TestSupport
import Testing

@testable import LocalFiles

@Suite("The index of names")
struct NameIndexTests {
  @Test("A folder is read after as many queries as cost as much, and small folders at once")
  func due() throws {
    let folder = try TemporaryDirectory()
    try Data().write(to: URL(fileURLWithPath: folder.appending("there.jpg")))
    let size = try #require(FileStatus(of: folder.path)?.size)
    let index = NameIndex(bytesPerQuery: max(1, size / 10))
    let unread = size / max(1, size / 10)
    for query in 0..<20 {
      #expect(index.mayHave(folder.appending("missing")) == (query < unread), "query \(query)")
    }
    #expect(index.mayHave(folder.appending("there")))
    #expect(!NameIndex(bytesPerQuery: size + 1).mayHave(folder.appending("missing")))
  }

  @Test("A folder that is missing or a link has no files")
  func link() throws {
    let folder = try TemporaryDirectory()
    let target = folder.appending("target")
    try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: true)
    try Data().write(to: URL(fileURLWithPath: target + "/a.jpg"))
    symlink(target, folder.appending("link"))
    let index = NameIndex()
    #expect(!index.mayHave(folder.appending("link/a")))
    #expect(!index.mayHave(folder.appending("none/a")))
    #expect(index.mayHave(target + "/a"))
  }

  @Test("A name that a file system gives back in other letters may be there")
  func spelling() throws {
    let folder = try TemporaryDirectory()
    for name in ["Cafe\u{301}.jpg", "harbour.jpg"] {
      try Data().write(to: URL(fileURLWithPath: folder.appending(name)))
    }
    let index = NameIndex()
    #expect(index.mayHave(folder.appending("Caf\u{E9}")))
    #expect(index.mayHave(folder.appending("HARBOUR")))
    #expect(!index.mayHave(folder.appending("Cafe")))
  }
}
