import Foundation
import MirrorCore
import TestSupport
import Testing

@testable import LocalFiles

@Suite("A folder of pages")
struct PageFolderTests {
  private let temporary: TemporaryDirectory
  private let path: String
  private let files = FileManager.default

  init() throws {
    temporary = try TemporaryDirectory()
    path = temporary.path + "/gallery"
  }

  private func opened() throws -> PageFolder {
    try opened(isLinkAllowed: false)
  }

  private func opened(isLinkAllowed: Bool, for mirror: String = "../") throws -> PageFolder {
    let folder = PageFolder(
      path, generator: Array("<own>".utf8), isLinkAllowed: isLinkAllowed)
    try folder.prepare(for: mirror)
    return folder
  }

  @Test("A folder of pages may be a link only if the caller names it")
  func link() throws {
    let elsewhere = temporary.path + "/elsewhere"
    try files.createDirectory(atPath: elsewhere, withIntermediateDirectories: true)
    try files.createSymbolicLink(atPath: path, withDestinationPath: elsewhere)
    #expect(throws: MirrorError.self) { try opened() }
    #expect(try files.contentsOfDirectory(atPath: elsewhere).isEmpty)
    _ = try opened(isLinkAllowed: true)
    #expect(try files.contentsOfDirectory(atPath: elsewhere).count == 1)
  }

  @Test("A folder of pages of another mirror is refused, and its pages stay")
  func otherMirror() throws {
    try filled()
    #expect(throws: MirrorError.self) { try opened(isLinkAllowed: true, for: "../other/") }
    #expect(try confirmed() == 2)
    // Earlier versions made an empty mark.
    try Data().write(to: place(".photomirror-gallery"))
    #expect(try confirmed() == 2)
    #expect(throws: MirrorError.self) { try opened(isLinkAllowed: true, for: "../other/") }
  }

  private func place(_ page: String) -> URL { URL(filePath: path + "/" + page) }

  /// Two pages, made of 7 and 8.
  private func filled() throws {
    let folder = try opened()
    #expect(try folder.write(Array("<own> top".utf8), to: "index.html", madeOf: 7))
    #expect(try folder.write(Array("<own> a".utf8), to: "p/a.html", madeOf: 8))
    try folder.remember(madeOf: 9)
  }

  private func confirmed(_ stamp: UInt64 = 9) throws -> Int? {
    try opened().confirmAll(madeOf: stamp, ["index.html"], in: ["p"])
  }

  @Test("Pages that are there as they were written are kept, and others are not")
  func keeps() throws {
    try filled()
    #expect(try confirmed() == 2)
    #expect(try confirmed(1) == nil && confirmed(0) == nil)
    let folder = try opened()
    #expect(folder.keeps("index.html", madeOf: 7) && folder.keeps("p/a.html", madeOf: 8))
    #expect(!folder.keeps("p/a.html", madeOf: 1) && !folder.keeps("p/b.html", madeOf: 8))
    #expect(folder.removeOthers(in: ["p"]) == 0)
  }

  @Test(
    "A page that was lost, edited or added is noticed; another program's file is no page",
    arguments: ["lost", "edited", "added", "foreign", "linked"])
  func changed(change: String) throws {
    try filled()
    switch change {
    case "lost": try files.removeItem(at: place("p/a.html"))
    case "edited":
      try Data("<own> b".utf8).write(to: place("p/a.html"))
      try files.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: path + "/p/a.html")
    case "added": try Data("<own> c".utf8).write(to: place("p/c.html"))
    case "foreign": try Data("mine".utf8).write(to: place("p/mine.html"))
    default:
      try files.removeItem(at: place("index.html"))
      try files.createSymbolicLink(at: place("index.html"), withDestinationURL: place("p/a.html"))
    }
    #expect(try confirmed() == (change == "foreign" ? 2 : nil))
  }

  @Test("Damaged records confirm nothing")
  func damaged() throws {
    try filled()
    let bytes = try [UInt8](Data(contentsOf: place(".photomirror-pages")))
    #expect(PageRecords(bytes)?.pages.count == 2 && PageRecords(bytes)?.bytes.count == bytes.count)
    for index in bytes.indices {
      var bytes = bytes
      bytes[index] ^= 0x40
      #expect(PageRecords(bytes) == nil, "\(index)")
      #expect(PageRecords(Array(bytes[..<index])) == nil)
    }
    try Data().write(to: place(".photomirror-pages"))
    #expect(try confirmed() == nil)
    try files.removeItem(at: place(".photomirror-pages"))
    let folder = try opened()
    #expect(try !folder.write(Array("<own> top".utf8), to: "index.html", madeOf: 7))
    #expect(folder.removeOthers(in: ["p"]) == 1)
  }
}
