import Foundation
import MirrorCore
import SystemCalls
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
    try opened(seal(), isLinkAllowed: isLinkAllowed, for: mirror)
  }

  private func opened(
    _ seal: PageSeal?, isLinkAllowed: Bool = false, for mirror: String = "../"
  ) throws -> PageFolder {
    let folder = PageFolder(
      path, generator: Array("<own>".utf8), isLinkAllowed: isLinkAllowed, seal: seal)
    try folder.prepare(for: mirror)
    return folder
  }

  private func seal(_ key: UInt8 = 7, mirror: String = "m") -> PageSeal? {
    PageSeal(key: [UInt8](repeating: key, count: 32), mirror: mirror)
  }

  @Test("Records of another key, mirror or folder, and without a seal, keep and show no page")
  func forged() throws {
    try filled()
    let records = place(".photomirror-pages")
    let sealed = try Data(contentsOf: records)
    let status = try #require(FileStatus(of: path + "/p/a.html"))
    for other in [nil, seal(8), seal(mirror: "n")] {
      let folder = try opened(other)
      #expect(folder.confirmAll(madeOf: 9, ["index.html"], in: ["p"]) == nil)
      #expect(!folder.keeps("p/a.html", madeOf: 8) && !folder.shows("p/a.html", status))
    }
    #expect(PageSeal(key: nil, mirror: "m") == nil)
    #expect(PageSeal(key: [1], mirror: "m") == nil)
    // As earlier versions left them, and with bytes that the seal does not know.
    for bytes in [sealed.dropLast(32), sealed + Data(count: 32), Data(sealed.reversed())] {
      try bytes.write(to: records)
      #expect(try confirmed() == nil)
    }
    try sealed.write(to: records)
    #expect(try confirmed() == 2)
    let moved = temporary.path + "/moved"
    try files.moveItem(atPath: path, toPath: moved)
    let elsewhere = PageFolder(moved, generator: [], isLinkAllowed: false, seal: seal())
    try elsewhere.prepare(for: "../")
    #expect(elsewhere.confirmAll(madeOf: 9, ["index.html"], in: ["p"]) == nil)
  }

  @Test("Files are shown that were written or confirmed, as they are, and pages of other processes")
  func shown() throws {
    try filled()
    let folder = try opened()
    let status = { FileStatus(of: path + "/" + $0) }
    #expect(folder.confirmAll(madeOf: 9, ["index.html"], in: ["p"]) == 2)
    #expect(folder.shows("p/a.html", try #require(status("p/a.html"))))
    #expect(!folder.shows("index.html", try #require(status("p/a.html"))))
    try Data("<own> evil".utf8).write(to: place("p/evil.html"))
    #expect(!folder.shows("p/evil.html", try #require(status("p/evil.html"))))
    let other = try opened()
    _ = try other.write(Array("<own> newer".utf8), to: "p/a.html", madeOf: 10)
    #expect(!folder.shows("p/a.html", try #require(status("p/a.html"))))
    try other.remember(madeOf: nil)
    #expect(folder.shows("p/a.html", try #require(status("p/a.html"))))
    // Without a key, those of this process only, and nothing is left for another.
    let alone = try opened(nil)
    _ = try alone.write(Array("<own> newer".utf8), to: "p/a.html", madeOf: 10)
    try alone.remember(madeOf: 3)
    #expect(alone.shows("p/a.html", try #require(status("p/a.html"))))
    #expect(!alone.shows("index.html", try #require(status("index.html"))))
    #expect(!files.fileExists(atPath: place(".photomirror-pages").path))
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
    let bytes = try [UInt8](Data(contentsOf: place(".photomirror-pages")).dropLast(32))
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
