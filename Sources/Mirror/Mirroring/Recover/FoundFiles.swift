import Inspection
import LocalFiles
import MirrorCore
import ObjectStorage
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
  /// The sizes of objects that the catalog knows, by the hashes of their paths.
  let sizes: [Int: Int64]
  /// Links, and names that lead out of a mirror.
  let refused: [Refused]

  private init(_ names: Names) {
    (known, refused, sizes) = (names.known, names.refused, names.sizes)
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

  /// Lists a directory.
  static func list(
    _ directory: MirrorDirectory, _ extra: ExtraFiles, on disk: ThreadPool
  ) async throws -> FoundFiles {
    var names = Names(extra)
    var folders = [""]
    while let folder = folders.popLast() {
      try Task.checkCancellation()
      let (entries, links, thumbnails) = await disk.run {
        let entries = extra.entries(of: folder)
        let thumbnails = entries.files.filter { !extra.isKnown($0) }.flatMap { path in
          ThumbnailFormat.allCases.map { MirrorNames.thumbnail(ofStem: stem(of: path), $0) }
        }.filter { FileStatus(linkFree: directory.file($0))?.isRegular == true }
        return (entries, directory.links(in: folder), thumbnails)
      }
      for path in entries.files { names.add(path) }
      for path in thumbnails { names.thumbnails.insert(path.hashValue) }
      names.refused += links.map { Refused(path: $0, reason: "it is a symbolic link") }
      folders += entries.folders
    }
    return FoundFiles(names)
  }

  /// Lists an object store: a request for each thousand objects.
  static func list(
    _ objects: ObjectDestination, _ extra: ExtraFiles
  ) async throws -> FoundFiles {
    var names = Names(extra)
    try await objects.forEachPart { objects in
      for object in objects { names.add(object: object.path, byteCount: object.byteCount) }
    }
    return FoundFiles(names)
  }

  /// A path without its extension.
  static func stem(of path: String) -> String {
    let name = path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path[...]
    return name.lastIndex(of: ".").map { String(path[..<$0]) } ?? path
  }
}

/// The names as they are listed. In memory are the pictures that the catalog does not know, and 8 bytes for each sidecar
/// and each thumbnail. Two names with one hash cost the question for a file that is not there.
private struct Names {
  private static let thumbnailFolder = ".photomirror/thumbnails/"

  let extra: ExtraFiles
  var pictures: [String] = []
  /// Hashes of the paths.
  var sidecars: Set<Int> = []
  /// Hashes of the paths.
  var thumbnails: Set<Int> = []
  var known = 0
  /// By the hashes of the paths: 16 bytes for each photo of a store.
  var sizes: [Int: Int64] = [:]
  var refused: [FoundFiles.Refused] = []

  init(_ extra: ExtraFiles) { self.extra = extra }

  /// - Parameter key: Any text; a store may lie.
  mutating func add(object key: String, byteCount: Int64) {
    if extra.isPhoto(key) { sizes[key.hashValue] = byteCount }
    if key.hasPrefix(Self.thumbnailFolder) {
      thumbnails.insert(key.hashValue)
      return
    }
    let parts = key.split(separator: "/", omittingEmptySubsequences: false)
    if parts.contains(where: { $0.isEmpty || $0 == ".." || $0 == "." }) || key.utf8.contains(0) {
      // Some tools make an empty object for a folder.
      guard !key.hasSuffix("/") || key.contains("..") else { return }
      refused.append(.init(path: key, reason: "its name leads out of the mirror"))
      return
    }
    guard !parts.contains(where: { $0.hasPrefix(".") }) else { return }
    add(key)
  }

  mutating func add(_ path: String) {
    if extra.isPhoto(path) {
      known += 1
    } else if !extra.isKnown(path) {
      let name = path[(path.lastIndex(of: ".").map { path.index(after: $0) } ?? path.endIndex)...]
      if SidecarFormat.allCases.contains(where: { $0.fileExtension == name }) {
        sidecars.insert(path.hashValue)
      } else if MediaFormat(named: String(name)) != nil {
        pictures.append(path)
      }
    }
  }
}
