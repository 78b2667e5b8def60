import Foundation
import MirrorCore
import TestSupport
import Testing

@testable import LocalFiles

@Suite("A tar archive that is being written")
struct TarFileTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func file(_ bytes: [UInt8]) throws -> String {
    let path = folder.appending("file-\(UUID().uuidString)")
    try Data(bytes).write(to: URL(filePath: path))
    return path
  }

  private func tar(_ words: String...) throws -> String {
    let (tar, pipe) = (Process(), Pipe())
    tar.executableURL = URL(filePath: "/bin/tar")
    (tar.arguments, tar.standardOutput) = (words, pipe)
    try tar.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    tar.waitUntilExit()
    #expect(tar.terminationStatus == 0)
    return String(decoding: output, as: UTF8.self)
  }

  @Test("tar(1) reads names of any length and script, and sizes at and beside those of a block")
  func names() throws {
    let path = folder.appending("a.tar")
    let archive = try TarFile(path)
    let names = [
      "b/short", "b/" + String(repeating: "n", count: 98), "b/" + String(repeating: "n", count: 99),
      "b/" + String(repeating: "d/", count: 90) + "деклар", "b/ä\nb", "b/%20 'quoted'",
    ]
    for (index, name) in names.enumerated() {
      let bytes = [UInt8](repeating: UInt8(65 + index), count: [0, 1, 511, 512, 513, 1024][index])
      let range = try archive.add(try file(bytes), as: name)
      let written = try #require(FileManager.default.contents(atPath: path))
      #expect(Array(written[Int(range.lowerBound)..<Int(range.upperBound)]) == bytes)
    }
    try archive.finish()
    let out = folder.appending("out")
    try FileManager.default.createDirectory(atPath: out, withIntermediateDirectories: true)
    #expect(try tar("-xvf", path, "-C", out).split(separator: "\n").count == names.count)
    for (index, name) in names.enumerated() {
      let bytes = FileManager.default.contents(atPath: out + "/" + name)
      #expect(bytes?.count == [0, 1, 511, 512, 513, 1024][index], "\(name)")
    }
  }

  @Test("The last entry can be removed, and a file that is none leaves the archive as it was")
  func removed() throws {
    let path = folder.appending("a.tar")
    let archive = try TarFile(path)
    _ = try archive.add(try file([1]), as: "first")
    _ = try archive.add(try file([UInt8](repeating: 2, count: 5000)), as: "second")
    archive.removeLast("first")
    archive.removeLast("second")
    archive.removeLast("first")
    let error = #expect(throws: StorageError.self) {
      _ = try archive.add(folder.path, as: "folder")
    }
    #expect(error?.isOfEntry == true)
    _ = try archive.add(try file([3, 4]), as: "third")
    try archive.finish()
    #expect(try tar("-tf", path) == "first\nthird\n")
  }
}
