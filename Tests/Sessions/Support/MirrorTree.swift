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
  /// thumbnail, and files that belong to no photo. A photo no larger than a thumbnail needs none.
  func flaws(hasThumbnails: Bool = true) -> [String] {
    let stems = photos.map { ($0 as NSString).deletingPathExtension }
    var flaws = photos.filter { !Self.isWhole(bytes($0)) }.map { "no whole image: \($0)" }
    if Set(sidecars) != Set(photos.map { $0 + ".xmp" }) {
      flaws.append("sidecars: \(sidecars)")
    }
    let small = zip(photos, stems).filter { Self.edge(bytes($0.0)) <= 256 }.map { $0.1 + ".jpg" }
    let expected = Set(hasThumbnails ? stems.map { $0 + ".jpg" } : [])
    if Set(thumbnails).union(hasThumbnails ? small : []) != expected {
      flaws.append("thumbnails: \(thumbnails)")
    }
    if !parts.isEmpty { flaws.append("parts: \(parts)") }
    return flaws
  }

  /// A thumbnail's longest edge.
  func thumbnailEdge(_ name: String) -> Int {
    Self.edge(bytes(".photomirror/thumbnails/" + name))
  }

  /// The longest edge of a PNG (section 11.2.2) or a JPEG (ITU T.81, B.2.2); 0 of another file.
  static func edge(_ file: Data) -> Int {
    let bytes = [UInt8](file)
    let number = { (at: Int, count: Int) in
      at + count <= bytes.count ? bytes[at..<at + count].reduce(0) { $0 << 8 | Int($1) } : 0
    }
    guard bytes.starts(with: [0xFF, 0xD8]) else {
      return bytes.starts(with: [0x89, 0x50]) ? max(number(16, 4), number(20, 4)) : 0
    }
    var at = 2
    while at + 9 <= bytes.count, !(0xC0...0xC3).contains(bytes[at + 1]) {
      at += 2 + number(at + 2, 2)
    }
    return max(number(at + 5, 2), number(at + 7, 2))
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
