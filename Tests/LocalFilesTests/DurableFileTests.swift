import Foundation
import MirrorCore
import TestSupport
import Testing

@testable import LocalFiles

@Suite("A durable file")
struct DurableFileTests {
  let folder: TemporaryDirectory
  var part: String { folder.appending("part") }
  var final: String { folder.appending("final") }

  init() throws {
    folder = try TemporaryDirectory()
    try DurableFile.write([1], to: part)
  }

  @Test("does without a sync where the file system has none for directories")
  func directoryWithoutSync() throws {
    try DurableFile.sync("/proc")
  }

  @Test("leaves its name to another file that has it")
  func taken() throws {
    try DurableFile.write([2], to: final)
    #expect(try !DurableFile.renameIfFree(part, to: final))
    #expect(FileManager.default.contents(atPath: final) == Data([2]))
    #expect(DurableFile.size(of: part) == 1)
  }

  @Test("has its name where an earlier try gave it, and only the answer was lost")
  func given() throws {
    #expect(link(part, final) == 0)
    #expect(try DurableFile.renameIfFree(part, to: final))
    #expect(DurableFile.size(of: final) == 1 && DurableFile.size(of: part) == nil)
  }
}
