import Foundation
import SystemCalls
import TestSupport
import Testing

@Suite("Small files")
struct SmallFileTests {
  private let folder: TemporaryDirectory
  private let path: String

  init() throws {
    folder = try TemporaryDirectory()
    path = folder.appending("file")
  }

  private var names: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()) ?? []
  }

  @Test("A file is read as far as its limit, and says whether that is all", arguments: 0...6)
  func limit(limit: Int) throws {
    try SmallFile.replace(path, with: Array("text".utf8))
    let file = try SmallFile(path, atMost: limit)
    #expect(file.text == String("text".prefix(limit)) && file.isWhole == (limit >= 4))
    #expect(SmallFile.text(of: path, atMost: limit) == file.text)
  }

  @Test("A link is followed only where that is asked for")
  func links() throws {
    try SmallFile.replace(path, with: [1])
    let link = folder.appending("link")
    try #require(symlink("file", link) == 0)
    #expect(try SmallFile(link, atMost: 1).bytes == [1])
    #expect(throws: SystemError(ELOOP)) {
      try SmallFile(link, atMost: 1, followsLinks: false)
    }
  }

  @Test("A folder and a pipe are not read, and nothing waits for them")
  func kinds() throws {
    let folder = try SmallFile(folder.path, atMost: 1)
    #expect(!folder.isWhole && folder.bytes == [] && folder.status.isDirectory)
    try #require(mkfifo(path, 0o600) == 0)
    let pipe = try SmallFile(path, atMost: 1)
    #expect(!pipe.isWhole && !pipe.status.isRegular && SmallFile.text(of: path) == "")
    #expect(throws: SystemError(ETIMEDOUT)) { try SmallFile(path, atMost: 1, seconds: 0) }
    #expect(throws: SystemError(EISDIR)) {
      try SmallFile(self.folder.path, atMost: 1, seconds: 0)
    }
  }

  @Test("A missing file is told from one that cannot be read")
  func absence() throws {
    for (name, isAbsence) in [("none", true), ("file/below", true), ("loop", false)] {
      try SmallFile.replace(path, with: [])
      _ = symlink("loop", folder.appending("loop"))
      let error = try #require(throws: SystemError.self) {
        try SmallFile(folder.appending(name), atMost: 1)
      }
      #expect(error.isAbsence == isAbsence, "\(name)")
    }
  }

  @Test("A file is replaced as a whole, through no link, and the old one stays if that fails")
  func replacing() throws {
    let other = folder.appending("other")
    try SmallFile.replace(other, with: [1])
    try #require(symlink("other", path) == 0)
    try SmallFile.replace(path, with: [2, 3])
    #expect(FileStatus(of: path)?.isRegular == true)
    #expect(try SmallFile(path, atMost: 9).bytes == [2, 3])
    #expect(try SmallFile(other, atMost: 9).bytes == [1])
    let busy = folder.appending("folder")
    try #require(mkdir(busy, 0o700) == 0)
    #expect(throws: SystemError(EISDIR)) { try SmallFile.replace(busy, with: [4]) }
    #expect(names == ["file", "folder", "other"])
  }

  @Test("A new file has no more permissions than it is given, nor than the one that it replaces")
  func modes() throws {
    func mode() -> mode_t? { FileStatus(of: path)?.mode }
    try SmallFile.replace(path, with: [], mode: 0o600)
    #expect(mode() == 0o600 && FileStatus(of: path)?.isPrivate == true)
    try SmallFile.replace(path, with: [])
    #expect(mode() == 0o600)
    chmod(path, 0o644)
    #expect(FileStatus(of: path)?.isPrivate == false)
    try SmallFile.replace(path, with: [], mode: 0o600)
    #expect(mode() == 0o600)
  }

  @Test("Bytes are added to a file with its permissions, or to one that must be new")
  func appending() throws {
    try SmallFile.append([1], to: path, isNew: true)
    #expect(FileStatus(of: path)?.mode == 0o600)
    chmod(path, 0o640)
    try SmallFile.append([2], to: path)
    #expect(throws: SystemError(EEXIST)) { try SmallFile.append([3], to: path, isNew: true) }
    #expect(try SmallFile(path, atMost: 9).bytes == [1, 2])
    #expect(FileStatus(of: path)?.mode == 0o640)
  }

  @Test("Of two drafts of one name the first keeps it, and neither leaves anything")
  func claims() throws {
    let drafts = try (1...2).map { _ in try FileDraft(of: path) }
    for (draft, byte) in zip(drafts, UInt8(1)...) {
      try SmallFile.write([byte], to: draft.descriptor)
    }
    try drafts[0].claim()
    #expect(throws: SystemError(EEXIST)) { try drafts[1].claim() }
    for draft in drafts { draft.discard() }
    #expect(names == ["file"])
    #expect(try SmallFile(path, atMost: 9).bytes == [1])
  }
}
