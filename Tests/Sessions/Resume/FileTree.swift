import Foundation

/// The files of a mirror with their bytes, except those that only its own runs read.
struct FileTree {
  /// By path, relative to the mirror.
  private(set) var files: [String: Data] = [:]

  private static let own = [
    ".photomirror/catalog.sqlite", ".photomirror/lock", ".photomirror/parts/",
    ".photomirror/unsynced", ".photomirror/snapshots",
  ]

  init(_ root: String) throws {
    for path in try FileManager.default.subpathsOfDirectory(atPath: root)
    where !Self.own.contains(where: path.hasPrefix) {
      // A directory has none.
      files[path] = FileManager.default.contents(atPath: root + "/" + path)
    }
  }

  /// The photos' paths in alphabetical order, without sidecars and private files.
  var photos: [String] {
    files.keys.filter { !$0.hasPrefix(".photomirror/") && !$0.hasSuffix(".xmp") }.sorted()
  }

  /// Bytes of all photos.
  var photoBytes: Int { photos.reduce(0) { $0 + (files[$1]?.count ?? 0) } }

  /// Paths at which two trees differ, in a readable form.
  func differences(from other: FileTree) -> [String] {
    Set(files.keys).union(other.files.keys).filter { files[$0] != other.files[$0] }.sorted()
  }
}
