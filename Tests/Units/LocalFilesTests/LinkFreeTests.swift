import Foundation
import SystemCalls
import TestSupport
import Testing

@Suite("Paths without links")
struct LinkFreeTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    try FileManager.default.createDirectory(
      atPath: folder.appending("a/b"), withIntermediateDirectories: true)
    try Data("text".utf8).write(to: URL(filePath: folder.appending("a/b/file")))
    for (name, target) in [("a/folder", "b"), ("a/file", "b/file"), ("loop", "loop")] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.appending(name), withDestinationPath: target)
    }
  }

  private static let rows: [(path: String, code: Int32)] = [
    ("a/b/file", 0), ("a//b/./file", 0), ("a/b/../b/file", 0), ("a/b", 0), ("a/b/", 0),
    ("a/folder/file", ELOOP), ("a/folder", ELOOP), ("a/file", ELOOP), ("loop/file", ELOOP),
    ("a/none", ENOENT), ("none/file", ENOENT), ("a/b/file/x", ENOTDIR), ("a/b/none/", ENOENT),
    ("a/" + String(repeating: "x", count: 300), ENAMETOOLONG),
  ]

  @Test("A link on the way or at the end fails, with and without openat2", arguments: rows)
  func links(path: String, code: Int32) {
    for open in [LinkFree.open, LinkFree.walk] {
      let file = open(folder.appending(path), O_RDONLY, 0)
      let found = file < 0 ? errno : 0
      if file >= 0 { close(file) }
      #expect(found == code)
    }
  }

  @Test("The root and relative paths are opened without openat2")
  func starts() {
    for path in ["/", ".", "/etc/passwd"] {
      let file = LinkFree.walk(path, O_RDONLY)
      #expect(file >= 0, "\(path)")
      close(file)
    }
  }

  @Test("A new file is made with its mode, and an existing one refused, without openat2")
  func made() throws {
    let path = folder.appending("a/b/new")
    let file = LinkFree.walk(path, O_WRONLY | O_CREAT | O_EXCL, 0o600)
    #expect(file >= 0 && FileStatus(of: file)?.mode == 0o600)
    close(file)
    #expect(LinkFree.walk(path, O_WRONLY | O_CREAT | O_EXCL, 0o600) < 0 && errno == EEXIST)
  }

  @Test("A folder that the user names behind links is resolved, also if it is missing yet")
  func root() {
    let plain = folder.appending("a/b")
    #expect(LinkFree.root(plain) == plain)
    #expect(LinkFree.root(folder.appending("a/folder")) == plain)
    #expect(LinkFree.root(folder.appending("a/folder/new/one")) == plain + "/new/one")
    #expect(LinkFree.root(folder.appending("none")) == folder.appending("none"))
    #expect(LinkFree.root(folder.appending("loop")) == folder.appending("loop"))
  }

  @Test("Links are renamed, removed and read, and not followed")
  func changes() throws {
    let (link, moved) = (folder.appending("a/file"), folder.appending("a/b/moved"))
    #expect(LinkFree.target(of: link) == "b/file")
    #expect(LinkFree.rename(link, moved) == 0)
    #expect(LinkFree.unlink(moved) == 0)
    #expect(LinkFree.unlink(folder.appending("a/folder/file")) == -1 && errno == ELOOP)
    #expect(LinkFree.names(in: folder.appending("a/folder")) == nil)
    #expect(LinkFree.files(below: folder.path).sorted() == ["a/b/file", "a/folder", "loop"])
  }
}
