import Digests
import Foundation

/// Reading a directory.
extension PlaceFacts {
  /// Reads every file but those of the catalog. A missing directory has none. Blocks.
  /// - Parameter ids: The photos', which the names of their files have.
  package init(of path: String, ids: [String]) {
    self.init()
    exists = FileManager.default.fileExists(atPath: path)
    let files = FileManager.default
    for name in (try? files.subpathsOfDirectory(atPath: path)) ?? [] where !Self.isPrivate(name) {
      let type = (try? files.attributesOfItem(atPath: path + "/" + name))?[.type]
      let id = Self.isPicture(name) ? ids.first { Self.has($0, in: name) } : nil
      if type as? FileAttributeType == .typeRegular {
        add(name, files.contents(atPath: path + "/" + name) ?? Data(), ids)
      } else if let id, entries[id] == nil, !name.hasPrefix(".photomirror/") {
        entries[id] = .obstructed
      }
    }
  }

  /// The paths that have the name of a photo's picture, outside of the state. Blocks.
  static func pictures(in path: String, of id: String) -> [String] {
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? []
    return names.filter { name in
      !name.hasPrefix(".photomirror/") && isPicture(name) && has(id, in: name)
    }.sorted().map { path + "/" + $0 }
  }

  private static func isPrivate(_ name: String) -> Bool {
    let own = ["catalog.sqlite", "copy.", "lock", "parts", "snapshots", "unsynced", "verification"]
    return own.contains { name.hasPrefix(".photomirror/" + $0) }
  }

  private static func isPicture(_ name: String) -> Bool {
    [".png", ".jpg", ".jpeg"].contains { name.hasSuffix($0) }
  }

  /// Whether an id is in the last part of a path, with no other digit beside it.
  private static func has(_ id: String, in name: String) -> Bool {
    let last = name[(name.lastIndex(of: "/").map { name.index(after: $0) } ?? name.startIndex)...]
    guard let range = last.firstRange(of: id) else { return false }
    let before = last[..<range.lowerBound].last
    let after = last[range.upperBound...].first
    return before?.isNumber != true && after?.isNumber != true
  }

  private mutating func add(_ name: String, _ bytes: Data, _ ids: [String]) {
    let digest = DigestAlgorithm.sha256.hex(of: Array(bytes))
    files[name] = digest
    let isSidecar = name.hasSuffix(".xmp") || name.contains(".xmp")
    if isSidecar || name.hasSuffix(".sidecar") { notes.formUnion(OwnerNote.all(in: bytes)) }
    let id = ids.first { Self.has($0, in: name) }
    if name.hasPrefix(".photomirror/thumbnails/") {
      if let id { thumbnails[id] = PictureBytes.isWhole(bytes) ? .whole : .damaged }
    } else if name.hasPrefix(".photomirror/trash/") {
      trash.insert(digest)
    } else if name.hasPrefix(".photomirror/set-aside/") {
      setAside.insert(digest)
    } else if !name.hasPrefix(".photomirror/") {
      visible.insert(digest)
      guard let id else { return }
      if name.hasSuffix(".xmp") {
        sidecars[id] = OwnerNote.isWhole(bytes) ? .whole : .damaged
      } else if Self.isPicture(name) {
        if case .file = entry(id) { twice.insert(id) }
        entries[id] = .file(digest)
      }
    }
  }
}
