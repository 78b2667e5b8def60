import Inspection
import LocalFiles
import MirrorCore
import SystemCalls
import Threads

/// The files of a mirror's directory or object store that its catalog does not know, by their names alone: none is read.
struct FoundFiles: Sendable {
  /// A file that may be a photo's.
  struct Picture: Sendable, Hashable {
    /// Relative to the mirror.
    let path: String
    /// A bit for each of ``Sidecar/all(of:)`` that was listed.
    fileprivate let hasSidecars: UInt8
    /// The thumbnail of its name in an object store; nil if none was seen.
    let thumbnail: StoredThumbnail?

    fileprivate init(path: String, hasSidecars: UInt8, thumbnail: StoredThumbnail?) {
      (self.path, self.hasSidecars, self.thumbnail) = (path, hasSidecars, thumbnail)
    }

    /// A file that may have any sidecar.
    init(known path: String) { self.init(path: path, hasSidecars: .max, thumbnail: nil) }

    /// The path without the extension.
    var stem: String { FoundFiles.stem(of: path) }

    /// The sidecars beside it, JSON first, which says more.
    var sidecars: [Sidecar] {
      Sidecar.all(of: path).enumerated().filter { hasSidecars >> UInt8($0.offset) & 1 == 1 }
        .map(\.element)
    }
  }

  /// A sidecar and how to read it.
  struct Sidecar: Sendable, Hashable {
    let path: String
    let format: SidecarFormat

    /// Those that a picture may have.
    fileprivate static func all(of path: String) -> [Sidecar] {
      SidecarFormat.allCases.reversed().flatMap { format in
        SidecarChoice.Naming.allCases.map {
          Sidecar(path: SidecarChoice(naming: $0).path(of: path, as: format), format: format)
        }
      }
    }
  }

  /// A name that is not used, and why: a clause in lower case without a period.
  struct Refused: Sendable, Hashable {
    let path: String
    let reason: String
  }

  /// In the order of their paths.
  let pictures: [Picture]
  /// The number of the catalog's photos whose files are there.
  let known: Int
  /// Links, and names that lead out of a mirror.
  let refused: [Refused]

  private init(_ names: FoundNames) {
    (known, refused) = (names.known, names.refused)
    pictures = names.pictures.sorted().map { path in
      let stem = Self.stem(of: path)
      let listed = Sidecar.all(of: path).map { names.sidecars.contains($0.path.hashValue) }
      return Picture(
        path: path, hasSidecars: listed.reversed().reduce(0) { $0 << 1 | ($1 ? 1 : 0) },
        thumbnail: ThumbnailFormat.allCases.first {
          names.thumbnails.contains(MirrorNames.thumbnail(ofStem: stem, $0).hashValue)
        }.map(StoredThumbnail.init))
    }
  }

  /// Lists a place: of a store a request for each thousand objects.
  /// - Throws: ``StorageError`` or ``MirrorError``, for example if its names need more than a gibibyte.
  static func list(_ place: any FilePlace, _ extra: ExtraFiles) async throws -> FoundFiles {
    var names = FoundNames(extra)
    var list = extra.list
    // A directory is asked for the thumbnails of the pictures that it has, a store lists them with all others.
    list.includesHidden = place.traits.directory == nil
    try await place.list(list) { files in
      let pictures = names.pictures.count
      for file in files { try names.add(file, in: place.traits.name) }
      if !list.includesHidden {
        try await names.addThumbnails(of: names.pictures[pictures...], in: place)
      }
      return true
    }
    return FoundFiles(names)
  }

  /// A path without its extension.
  static func stem(of path: String) -> String {
    let name = path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path[...]
    return name.lastIndex(of: ".").map { String(path[..<$0]) } ?? path
  }
}
