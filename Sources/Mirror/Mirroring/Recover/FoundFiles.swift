import Inspection
import LocalFiles
import MirrorCore
import SystemCalls
import Threads

/// The files of a place that a catalog does not know, by their names alone: none is read.
struct FoundFiles: Sendable {
  /// A file that may be a photo's.
  struct Picture: Sendable, Hashable {
    /// Relative to the mirror.
    let path: String
    /// A bit for each of ``Sidecar/all(of:)`` that was listed.
    fileprivate let hasSidecars: UInt8
    /// The thumbnail of its name; nil if none was seen.
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

    /// The sidecars that a picture may have; flickrmirrorer writes JSON under another extension.
    fileprivate static func all(of path: String) -> [Sidecar] {
      SidecarFormat.allCases.reversed().flatMap { format in
        SidecarChoice.Naming.allCases.map {
          Sidecar(path: SidecarChoice(naming: $0).path(of: path, as: format), format: format)
        }
      } + [Sidecar(path: "\(path).metadata", format: .json)]
    }

    /// The extensions of files that are beside pictures, and never pictures themselves.
    static let extensions = Set(SidecarFormat.allCases.map(\.fileExtension) + ["metadata", "txt"])
  }

  /// A name that is not used, and why: a clause in lower case without a period.
  struct Refused: Sendable, Hashable {
    let path: String
    let reason: String
    /// Whether it is a link, which leads to a file that has its own name.
    var isLink = false
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

  /// The thumbnails that were seen, by the paths of their pictures.
  var thumbnails: [String: StoredThumbnail] {
    Dictionary(pictures.compactMap { picture in picture.thumbnail.map { (picture.path, $0) } }) {
      $1
    }
  }

  /// Lists a place: of a store a request for each thousand objects.
  /// - Parameter pictures: What counts as a picture.
  /// - Throws: ``StorageError`` or ``MirrorError``, for example if its names need more than a gibibyte.
  static func list(
    _ place: any FilePlace, _ extra: ExtraFiles, _ pictures: FoundNames.Pictures
  ) async throws -> FoundFiles {
    var names = FoundNames(extra, pictures)
    var list = extra.list
    list.includesHidden = true
    list.enters = { [enters = list.enters] folder in
      folder.isHiddenPath ? FoundNames.leadsToThumbnails(folder) : enters(folder)
    }
    try await place.list(list) { files in
      for file in files { try names.add(file, in: place.traits.name) }
      return true
    }
    return FoundFiles(names)
  }

  /// A path without its extension.
  static func stem(of path: String) -> String {
    let name = path.fileName
    return name.lastIndex(of: ".").map { String(path[..<$0]) } ?? path
  }
}
