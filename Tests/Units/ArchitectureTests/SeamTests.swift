import Foundation
import Testing

/// Targets without strict memory safety (Package.swift).
@Suite("The seams to C")
struct SeamTests {
  /// Only gets smaller: others call one of these.
  private static let most = 20

  @Test("Few targets work on pointers, and each that is named does")
  func seams() throws {
    let package = try String(
      contentsOf: SourceTree.root.appending(path: "Package.swift"), encoding: .utf8)
    let list = try #require(package.firstMatch(of: /let seams: Set = \[([^\]]*)\]/)?.1)
    let names = list.matches(of: /"(\w+)"/).map { String($0.1) }
    #expect((1...Self.most).contains(names.count))
    for name in names {
      let target = try #require(
        SourceTree.targets.first { $0.lastPathComponent == name }, "\(name) is no target")
      let files = FileManager.default.enumerator(atPath: target.path)?.compactMap { $0 as? String }
      let isUnsafe = try (files ?? []).filter { $0.hasSuffix(".swift") }.contains { file in
        try String(contentsOf: target.appending(path: file), encoding: .utf8)
          .contains(/Unsafe|unsafe|OpaquePointer|withUTF8/)
      }
      #expect(isUnsafe, "\(name) has no unsafe construct, and needs no exception")
    }
  }
}

extension SourceTree {
  /// The folders of the targets in Sources.
  fileprivate static var targets: [URL] {
    let sources = root.appending(path: "Sources")
    let folders = { (folder: URL) in
      (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil))
        ?? []
    }
    return folders(sources).flatMap(folders)
  }
}
