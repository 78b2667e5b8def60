import LocalFiles
import MirrorCore
import TestSupport
import Testing

@testable import Mirroring

@Suite("The names in a store")
struct FoundNamesTests {
  @Test(
    "An object whose name leads out of the mirror is refused, and an empty one for a folder is not",
    arguments: [
      ("a/../b.jpg", true), ("a/./b.jpg", true), ("a//b.jpg", true), ("/b.jpg", true),
      ("a/../", true), ("../\u{301}b.jpg", true), ("a/../\u{301}b.jpg", true),
      ("a/\u{301}b.jpg", false), ("a\0.jpg", true), ("a/", false), ("a/b.jpg", false),
      (".b/a.jpg", false), (".\u{301}b/a.jpg", false), ("a/.\u{301}b.jpg", false),
    ])
  func names(key: String, isRefused: Bool) throws {
    let folder = try TemporaryDirectory()
    var names = FoundNames(
      try ExtraFiles(in: MirrorDirectory(folder.path), nil), .media, atMost: 1 << 20)
    try names.add(Self.file(key), in: "photos")
    #expect(names.refused.map(\.path) == (isRefused ? [key] : []))
    #expect(
      names.pictures == (["a/b.jpg", "a/\u{301}b.jpg"].contains(key) ? [key] : []))
  }

  private static func file(_ path: String) -> PlaceFile {
    PlaceFile(path: path, facts: FileFacts(.file, byteCount: 1))
  }

  @Test(
    "The memory for names of objects is bounded, whatever they are, and the error names the store",
    arguments: ["jpg", "xmp", "..", "thumbnail", "folder"])
  func bounded(kind: String) throws {
    let folder = try TemporaryDirectory()
    var names = FoundNames(
      try ExtraFiles(in: MirrorDirectory(folder.path), nil), .media, atMost: 1 << 20)
    let long = String(repeating: "a", count: 900)
    let name = { (number: Int) -> String in
      switch kind {
      case "..": "\(long)/../\(number)"
      case "thumbnail": ".photomirror/thumbnails/\(number).jpg"
      case "folder": "\(long)\(number)/"
      default: "\(long)\(number).\(kind)"
      }
    }
    let error = Result { () throws(MirrorError) in
      for number in 0..<40_000 { try names.add(Self.file(name(number)), in: "photos") }
    }.error
    // What some tools make for a folder is not kept.
    #expect(error?.message.contains("in photos") == (kind == "folder" ? nil : true))
    let paths = names.pictures + names.refused.map(\.path)
    let used = paths.reduce(0) { $0 + $1.utf8.count }
    #expect(used + 32 * (names.sidecars.count + names.thumbnails.count) <= 1 << 20 + 1000)
  }
}

extension Result {
  fileprivate var error: Failure? {
    guard case .failure(let error) = self else { return nil }
    return error
  }
}
