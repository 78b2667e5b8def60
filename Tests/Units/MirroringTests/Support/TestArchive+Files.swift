import Foundation

/// The files of the mirror. Paths are relative to it.
extension TestArchive {
  func bytes(_ path: String) -> Data? {
    FileManager.default.contents(atPath: directory.file(path))
  }

  func text(_ path: String) -> String {
    bytes(path).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  func has(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: directory.file(path))
  }

  func write(_ bytes: some Sequence<UInt8>, to path: String) throws {
    let url = URL(filePath: directory.file(path))
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
  }

  func write(_ text: String, to path: String) throws { try write(Array(text.utf8), to: path) }

  func remove(_ path: String) throws {
    try FileManager.default.removeItem(atPath: directory.file(path))
  }

  /// Where the thumbnail of a photo is.
  func thumbnail(_ path: String, _ kind: String = "jpg") -> String {
    ".photomirror/thumbnails/" + (path as NSString).deletingPathExtension + "." + kind
  }

  /// Every file with its bytes, but for the catalog, its snapshots and the lock.
  var files: [String: Data] {
    let names = FileManager.default.subpaths(atPath: directory.path) ?? []
    let own = [".photomirror/catalog.sqlite", ".photomirror/snapshots", ".photomirror/lock"]
    let kept = names.filter { name in !own.contains { name.hasPrefix($0) } }
    return Dictionary(
      uniqueKeysWithValues: kept.compactMap { name in
        var isFolder: ObjCBool = false
        let path = directory.file(name)
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder),
          !isFolder.boolValue
        else { return nil }
        return (name, FileManager.default.contents(atPath: path) ?? Data())
      })
  }
}
