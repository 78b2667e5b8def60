import MirrorCore

extension MemoryPlace {
  /// The bytes of all files by their paths, with views of those of photos.
  package struct Content: Sendable, Hashable {
    package var entries: [String: [UInt8]] = [:]

    package init() {}

    /// The files of photos, those in the set-aside folder among them, by their paths.
    package var files: [String: [UInt8]] {
      get { entries.filter { Self.isPhoto($0.key) } }
      set { replace(Self.isPhoto, by: newValue) }
    }

    /// By the paths of their photos.
    package var sidecars: [String: [UInt8]] {
      get {
        renamed(Self.isSidecar) { String($0.prefix(upTo: $0.lastIndex(of: ".") ?? $0.endIndex)) }
      }
      set { replace(Self.isSidecar, by: newValue.renamed { $0 + ".xmp" }) }
    }

    /// By the stems of their photos.
    package var thumbnails: [String: [UInt8]] {
      get {
        renamed(Self.isThumbnail) {
          let name = $0.dropFirst(Self.thumbnailFolder.count)
          return String(name.prefix(upTo: name.lastIndex(of: ".") ?? name.endIndex))
        }
      }
      set { replace(Self.isThumbnail, by: newValue.renamed { MirrorNames.thumbnail(ofStem: $0) }) }
    }

    /// The photos in the trash, by the places of their files.
    package var trash: [String: Trashed] {
      get {
        let records = entries.filter {
          Self.isTrash($0.key) && $0.key.hasSuffix(TrashNames.recordExtension)
        }
        return Dictionary(
          uniqueKeysWithValues: records.map { path, record in
            let place = String(path.dropLast(TrashNames.recordExtension.count))
            let names = TrashNames(of: place)
            return (
              place,
              Trashed(
                file: entries[place], sidecar: entries[names.sidecar(.xmp, .full)],
                thumbnail: entries[names.thumbnail(.standard)], record: record)
            )
          })
      }
      set {
        replace(Self.isTrash, by: [:])
        for (place, trashed) in newValue {
          let names = TrashNames(of: place)
          entries[place] = trashed.file
          entries[names.sidecar(.xmp, .full)] = trashed.sidecar
          entries[names.thumbnail(.standard)] = trashed.thumbnail
          entries[names.record] = trashed.record
        }
      }
    }

    private static let thumbnailFolder = ".photomirror/thumbnails/"

    private static func isPhoto(_ path: String) -> Bool {
      path.hasPrefix(MirrorNames.setAside) || !path.hasPrefix(".") && !isSidecar(path)
    }

    private static func isSidecar(_ path: String) -> Bool {
      !path.hasPrefix(".")
        && SidecarFormat.allCases.contains { path.hasSuffix("." + $0.fileExtension) }
    }

    private static func isThumbnail(_ path: String) -> Bool { path.hasPrefix(thumbnailFolder) }

    private static func isTrash(_ path: String) -> Bool { path.hasPrefix(TrashNames.root) }

    private func renamed(
      _ isMember: (String) -> Bool, _ name: (String) -> String
    ) -> [String: [UInt8]] {
      entries.filter { isMember($0.key) }.renamed(name)
    }

    private mutating func replace(_ isMember: (String) -> Bool, by files: [String: [UInt8]]) {
      entries = entries.filter { !isMember($0.key) }.merging(files) { $1 }
    }
  }

  /// A photo in the trash.
  package struct Trashed: Sendable, Hashable {
    package var file: [UInt8]?
    package var sidecar: [UInt8]?
    package var thumbnail: [UInt8]?
    package var record: [UInt8]

    package init(
      file: [UInt8]? = nil, sidecar: [UInt8]? = nil, thumbnail: [UInt8]? = nil,
      record: [UInt8] = []
    ) {
      (self.file, self.sidecar, self.thumbnail) = (file, sidecar, thumbnail)
      self.record = record
    }
  }
}

extension [String: [UInt8]] {
  fileprivate func renamed(_ name: (String) -> String) -> Self {
    Dictionary(map { (name($0.key), $0.value) }) { $1 }
  }
}
