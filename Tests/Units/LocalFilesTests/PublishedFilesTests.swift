import Foundation
import SystemCalls
import TestSupport
import Testing

@testable import LocalFiles

@Suite("Files of a mirror in a published folder")
struct PublishedFilesTests {
  private let temporary: TemporaryDirectory
  private let files = FileManager.default
  private static let date = Date(timeIntervalSince1970: 1_700_000_000.5)

  init() throws {
    temporary = try TemporaryDirectory()
    try write("one", to: "a.jpg")
    try write("two", to: "b.jpg")
  }

  /// Puts a new file there, whose time is always the same.
  private func write(_ text: String, to name: String) throws {
    let place = temporary.appending(name)
    if files.fileExists(atPath: place) { try files.removeItem(atPath: place) }
    try Data(text.utf8).write(to: URL(filePath: place))
    try files.setAttributes([.modificationDate: Self.date], ofItemAtPath: place)
  }

  private func published(_ name: String) -> String? {
    files.contents(atPath: temporary.appending("site/files/" + name))
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// - Returns: How many files were linked or copied.
  private func publish(_ names: [String] = ["a.jpg", "b.jpg"], isLinked: Bool) throws -> Int {
    let key = [UInt8](repeating: 7, count: 32)
    let pages = PageFolder(
      temporary.appending("site"), generator: [], isLinkAllowed: false,
      seal: PageSeal(key: key, mirror: "m"))
    try pages.prepare(for: "../")
    let published = PublishedFiles(in: pages, isLinked: isLinked)
    for name in names { _ = try published.put(temporary.appending(name), as: "files/" + name) }
    published.removeOthers(in: ["files"])
    try pages.remember(madeOf: 1)
    return published.added
  }

  @Test("A file that did not change is neither linked nor copied again", arguments: [true, false])
  func unchanged(isLinked: Bool) throws {
    #expect(try publish(isLinked: isLinked) == 2)
    #expect(try publish(isLinked: isLinked) == 0)
    let identity = { FileStatus(of: temporary.appending($0))?.identity }
    #expect((identity("a.jpg") == identity("site/files/a.jpg")) == isLinked)
  }

  @Test("Another file of the same size and time is published", arguments: [true, false])
  func replaced(isLinked: Bool) throws {
    _ = try publish(isLinked: isLinked)
    try write("1ne", to: "a.jpg")
    #expect(try publish(isLinked: isLinked) == 1)
    #expect(published("a.jpg") == "1ne" && published("b.jpg") == "two")
    #expect(try publish(isLinked: isLinked) == 0)
  }

  @Test("Bytes that were written in place, with the old time, are copied")
  func inPlace() throws {
    _ = try publish(isLinked: false)
    let place = temporary.appending("a.jpg")
    let handle = try #require(FileHandle(forWritingAtPath: place))
    try handle.write(contentsOf: Data("1".utf8))
    try handle.close()
    try files.setAttributes([.modificationDate: Self.date], ofItemAtPath: place)
    #expect(try publish(isLinked: false) == 1 && published("a.jpg") == "1ne")
  }

  @Test("A copy that was changed or cut is made again; without records all are")
  func damagedCopy() throws {
    _ = try publish(isLinked: false)
    try Data("o".utf8).write(to: URL(filePath: temporary.appending("site/files/a.jpg")))
    #expect(try publish(isLinked: false) == 1 && published("a.jpg") == "one")
    try files.removeItem(atPath: temporary.appending("site/.photomirror-pages"))
    #expect(try publish(isLinked: false) == 2)
  }

  @Test("A file that is not put again is removed", arguments: [true, false])
  func removed(isLinked: Bool) throws {
    _ = try publish(isLinked: isLinked)
    #expect(try publish(["b.jpg"], isLinked: isLinked) == 0)
    #expect(published("a.jpg") == nil && published("b.jpg") == "two")
  }
}
