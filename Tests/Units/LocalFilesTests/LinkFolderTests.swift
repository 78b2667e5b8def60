import Foundation
import LocalFiles
import MirrorCore
import TestSupport
import Testing

@Suite("A folder of links")
struct LinkFolderTests {
  private let folder: TemporaryDirectory
  private let directory: MirrorDirectory
  private let files = FileManager.default

  init() throws {
    folder = try TemporaryDirectory()
    directory = MirrorDirectory(folder.path)
    _ = try directory.prepare()
    try files.createDirectory(atPath: directory.file("o"), withIntermediateDirectories: false)
    for name in ["a", "b", "c"] {
      try Data(name.utf8).write(to: URL(filePath: directory.file("o/\(name).jpg")))
    }
  }

  private func entries(_ names: String...) -> [LinkFolder.Entry] {
    names.enumerated().map { .init(name: "\($0)_\($1).jpg", path: "o/\($1).jpg") }
  }

  private func content(_ path: String) -> [String: String] {
    let names = (try? files.contentsOfDirectory(atPath: directory.file(path))) ?? []
    return Dictionary(
      uniqueKeysWithValues: names.map { name in
        let data = files.contents(atPath: directory.file(path + "/" + name)) ?? Data()
        return (name, String(decoding: data, as: UTF8.self))
      })
  }

  @Test("Links lead to the mirrored files, in order", arguments: [LinkFolder.Kind.symbolic, .hard])
  func kinds(kind: LinkFolder.Kind) throws {
    let links = LinkFolder(in: directory, kind)
    #expect(try links.build("albums/x", entries("c", "a")))
    #expect(content("albums/x") == ["0_c.jpg": "c", "1_a.jpg": "a"])
    #expect(try !links.build("albums/x", entries("c", "a")))
    #expect(try links.build("albums/x", entries("a", "b", "c")))
    #expect(content("albums/x") == ["0_a.jpg": "a", "1_b.jpg": "b", "2_c.jpg": "c"])
    #expect(try links.build("albums/x", []))
    #expect(content("albums/x").isEmpty && content("o").count == 3)
    try links.remove("albums/x")
    #expect(!files.fileExists(atPath: directory.file("albums/x")))
  }

  @Test("Symbolic links still lead to the files after the mirror was moved")
  func relative() throws {
    try LinkFolder(in: directory, .symbolic).build("albums/x", entries("a"))
    let other = folder.path + "-moved"
    defer { try? files.removeItem(atPath: other) }
    try files.moveItem(atPath: folder.path, toPath: other)
    #expect(files.contents(atPath: other + "/albums/x/0_a.jpg") == Data("a".utf8))
  }

  @Test("A file that somebody put into the folder stays when the folder changes")
  func foreign() throws {
    let links = LinkFolder(in: directory, .symbolic)
    try links.build("albums/x", entries("a"))
    try Data("mine".utf8).write(to: URL(filePath: directory.file("albums/x/notes.txt")))
    #expect(try !links.build("albums/x", entries("a")))
    #expect(try links.build("albums/x", entries("b")))
    #expect(content("albums/x") == ["0_b.jpg": "b", "notes.txt": "mine"])
    try links.remove("albums/x")
    #expect(content("albums/x") == ["notes.txt": "mine"])
  }

  @Test("A hard link whose mirrored file was removed is the last copy, and is kept")
  func lastCopy() throws {
    let links = LinkFolder(in: directory, .hard)
    try links.build("albums/x", entries("a", "b"))
    try files.removeItem(atPath: directory.file("o/a.jpg"))
    #expect(try links.build("albums/x", [.init(name: "0_a.jpg", path: "o/b.jpg")]))
    #expect(content("albums/x") == ["0_a.jpg": "b"])
    #expect(content(".photomirror/set-aside/albums/x") == ["0_a.jpg": "a"])
  }

  @Test("What a kill left is removed, except files")
  func remains() throws {
    let links = LinkFolder(in: directory, .symbolic)
    let left = directory.state + "/albums-new/x"
    try files.createDirectory(atPath: left, withIntermediateDirectories: true)
    try files.createSymbolicLink(atPath: left + "/0_a.jpg", withDestinationPath: "../../../o/a.jpg")
    try Data("mine".utf8).write(to: URL(filePath: left + "/notes.txt"))
    try links.clean()
    #expect(content(".photomirror/albums-new").isEmpty)
    #expect(content(".photomirror/set-aside/albums/x") == ["notes.txt": "mine"])
  }

  @Test("A file or a link in the place of the folder is refused, and stays")
  func occupied() throws {
    let links = LinkFolder(in: directory, .symbolic)
    try files.createDirectory(
      atPath: directory.file("albums"), withIntermediateDirectories: false)
    try Data("mine".utf8).write(to: URL(filePath: directory.file("albums/file")))
    try files.createSymbolicLink(atPath: directory.file("albums/link"), withDestinationPath: "../o")
    for name in ["file", "link"] {
      #expect(throws: MirrorError.self) { try links.build("albums/" + name, entries("a")) }
    }
    #expect(content("o").count == 3)
  }
}
