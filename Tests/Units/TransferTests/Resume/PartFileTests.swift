import Foundation
import TestSupport
import Testing

@testable import Transfer

@Suite("A part file")
struct PartFileTests {
  let folder: TemporaryDirectory
  var path: String { folder.appending("a.part") }

  init() throws { folder = try TemporaryDirectory() }

  func thrown(_ body: () throws -> Void) -> TransferError.Kind? {
    do {
      try body()
      return nil
    } catch {
      return (error as? Fault)?.kind
    }
  }

  func write(_ text: String, _ path: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
  }

  @Test("A part that starts over has neither old bytes nor an old state")
  func startOver() throws {
    try write("old", path)
    try write("{}", path + ".json")
    let part = try PartFile.startOver(at: path)
    try part.append([1, 2])
    #expect(FileManager.default.contents(atPath: path) == Data([1, 2]))
    #expect(!FileManager.default.fileExists(atPath: path + ".json"))
  }

  @Test("A part is appended to only at its expected end")
  func append() throws {
    try write("abc", path)
    #expect(thrown { _ = try PartFile.append(at: path, offset: 2) } == .localFile(errno: EBUSY))
    try PartFile.append(at: path, offset: 3).append([100])
    #expect(FileManager.default.contents(atPath: path) == Data("abcd".utf8))
  }

  @Test("A missing part cannot be appended to")
  func vanished() {
    #expect(thrown { _ = try PartFile.append(at: path, offset: 3) } == .localFile(errno: ENOENT))
  }

  @Test("A part file has one writer at a time")
  func oneWriter() throws {
    let first = try PartFile.startOver(at: path)
    let second = thrown { _ = try PartFile.startOver(at: path) }
    #expect(second == .localFile(errno: EBUSY))
    try first.append([1])
  }

  @Test("A part file is not written through a link")
  func link() throws {
    try write("precious", folder.appending("other"))
    #expect(symlink(folder.appending("other"), path) == 0)
    #expect(
      thrown { _ = try PartFile.startOver(at: path) } == .localFile(errno: ELOOP))
    #expect(
      FileManager.default.contents(atPath: folder.appending("other")) == Data("precious".utf8))
  }

  @Test("A folder, pipe or device is refused as a part")
  func special() throws {
    let folderPart = thrown { _ = try PartFile.startOver(at: folder.path) }
    #expect(folderPart == .localFile(errno: EISDIR))
    #expect(mkfifo(path, 0o600) == 0)
    #expect(
      thrown { _ = try PartFile.startOver(at: path) } == .localFile(errno: ENXIO))
    let device = thrown { _ = try PartFile.startOver(at: "/dev/null") }
    #expect(device == .localFile(errno: EEXIST))
  }

  @Test("A part file is removed with its state, and removing nothing is no error")
  func remove() throws {
    try write("abc", path)
    try write("{}", path + ".json")
    try PartFile.remove(at: path)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    try PartFile.remove(at: path)
  }

  @Test("A part file keeps its bytes when only its state is discarded")
  func discard() throws {
    try write("abc", path)
    try write("{}", path + ".json")
    try PartFile.discardState(at: path)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.part"])
    #expect(PartFile.size(at: path) == 3)
  }
}
