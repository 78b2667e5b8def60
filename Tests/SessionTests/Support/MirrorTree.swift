import Foundation

/// The files of a mirror's directory. Paths are relative to it.
struct MirrorTree {
  let path: String
  /// All files except the command's private ones.
  let photos: [String]
  let sidecars: [String]
  /// Paths relative to `.photomirror/thumbnails`.
  let thumbnails: [String]
  let parts: [String]

  /// Reads the directory; a missing one is empty.
  init(_ path: String) {
    self.path = path
    var (photos, sidecars, thumbnails, parts): ([String], [String], [String], [String]) =
      ([], [], [], [])
    for name in FileManager.default.subpaths(in: path) {
      if name.hasPrefix(".photomirror/thumbnails/") {
        thumbnails.append(String(name.dropFirst(24)))
      } else if name.hasPrefix(".photomirror/parts/") {
        parts.append(name)
      } else if name.hasPrefix(".photomirror/") {
        continue
      } else if name.hasSuffix(".xmp") {
        sidecars.append(name)
      } else {
        photos.append(name)
      }
    }
    self.photos = photos
    self.sidecars = sidecars
    self.thumbnails = thumbnails
    self.parts = parts
  }

  var exists: Bool { FileManager.default.fileExists(atPath: path) }
  var catalog: String { path + "/.photomirror/catalog.sqlite" }

  func bytes(_ name: String) -> Data {
    FileManager.default.contents(atPath: path + "/" + name) ?? Data()
  }

  /// The file of a photo by its id, which every name contains.
  func photo(_ id: String) -> String? { photos.first { $0.contains("_\(id).") } }

  /// The bytes of each photo.
  func contents() -> [String: Data] {
    Dictionary(uniqueKeysWithValues: photos.map { ($0, bytes($0)) })
  }

  /// Errors in a directory after a run: photos that are not intact images or lack their sidecar or
  /// thumbnail, and files that belong to no photo.
  func flaws(hasThumbnails: Bool = true) -> [String] {
    let stems = photos.map { ($0 as NSString).deletingPathExtension }
    var flaws = photos.filter { !Self.isWhole(bytes($0)) }.map { "no whole image: \($0)" }
    if Set(sidecars) != Set(photos.map { $0 + ".xmp" }) {
      flaws.append("sidecars: \(sidecars)")
    }
    if Set(thumbnails) != Set(hasThumbnails ? stems.map { $0 + ".png" } : []) {
      flaws.append("thumbnails: \(thumbnails)")
    }
    if !parts.isEmpty { flaws.append("parts: \(parts)") }
    return flaws
  }

  /// An image's longest edge, from its PNG header.
  func thumbnailEdge(_ name: String) -> Int {
    let head = [UInt8](bytes(".photomirror/thumbnails/" + name).prefix(24))
    guard head.count == 24 else { return 0 }
    let number = { (range: Range<Int>) in head[range].reduce(0) { $0 << 8 | Int($1) } }
    return max(number(16..<20), number(20..<24))
  }

  /// Whether the bytes go from the first to the last marker of a JPEG (ISO 10918-1, B.1.1.3) or a
  /// PNG (section 11.2.5).
  private static func isWhole(_ bytes: Data) -> Bool {
    let isJPEG = bytes.starts(with: [0xFF, 0xD8, 0xFF]) && bytes.suffix(2) == Data([0xFF, 0xD9])
    let isPNG =
      bytes.starts(with: [0x89, 0x50, 0x4E, 0x47])
      && bytes.suffix(8) == Data([0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82])
    return isJPEG || isPNG
  }
}

extension FileManager {
  /// Every file below a folder, sorted by path.
  fileprivate func subpaths(in path: String) -> [String] {
    let names = (try? subpathsOfDirectory(atPath: path)) ?? []
    return names.sorted().filter { name in
      var isFolder: ObjCBool = false
      return fileExists(atPath: path + "/" + name, isDirectory: &isFolder) && !isFolder.boolValue
    }
  }
}
