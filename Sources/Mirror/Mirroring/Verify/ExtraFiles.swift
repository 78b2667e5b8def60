import Catalog
import LocalFiles
import MirrorCore
import SystemCalls

/// The files in a mirror's directory that its catalog does not know: neither photos nor their sidecars.
///
/// Names that begin with a dot, links, album folders, galleries and other mirrors within this one are ignored: none of them
/// is a file of this mirror.
struct ExtraFiles: Sendable {
  /// Photos are read in parts, so that a run that is writing is not blocked.
  private static let batchSize = 5000
  /// What may be beside a photo under its name.
  private static let companions = [".xmp", ".json"]

  private let directory: MirrorDirectory
  /// Hashes of the photos' paths, and of the same without extension: 16 bytes each. A collision hides a file.
  private let paths: Set<UInt64>
  private let stems: Set<UInt64>
  private let names: NameComparison
  private let hasAlbums: Bool

  /// Blocks.
  /// - Parameter catalog: Nil if the directory is not a mirror.
  init(in directory: MirrorDirectory, _ catalog: Catalog?) throws(CatalogError) {
    self.directory = directory
    let names = NameComparison(of: directory)
    var (paths, stems): (Set<UInt64>, Set<UInt64>) = ([], [])
    var last = Int64(0)
    while let catalog {
      let photos = try catalog.expected(after: last, limit: Self.batchSize)
      guard let end = photos.last else { break }
      for photo in photos {
        paths.insert(names.key(photo.file.path))
        stems.insert(names.key(Self.withoutExtension(photo.file.path)))
      }
      last = end.file.id
    }
    (self.paths, self.stems, self.names) = (paths, stems, names)
    hasAlbums = directory.stateFile(AlbumFolders.stateFile) != nil
  }

  /// The list of a place's files that are of this mirror.
  var list: PlaceList {
    var list = PlaceList()
    list.enters = { folder in
      !(hasAlbums && folder == AlbumFolders.folder) && !isMirror(folder)
        && !PageFolder.isMarked(directory.file(folder))
    }
    return list
  }

  /// Passes the unknown files of a place to `body`, part by part.
  /// - Parameter body: Returns false to end.
  func forEach(
    in place: any FilePlace, _ body: ([PlaceFile]) async throws -> Bool
  ) async throws {
    try await place.list(list) { files in
      try await body(files.filter { $0.facts.kind == .file && !isKnown($0.path) })
    }
  }

  /// Whether the catalog has a photo with this file.
  func isPhoto(_ path: String) -> Bool { paths.contains(names.key(path)) }

  private func isMirror(_ folder: String) -> Bool {
    FileStatus(linkFree: MirrorDirectory(directory.file(folder)).state)?.isDirectory ?? false
  }

  func isKnown(_ path: String) -> Bool {
    if isPhoto(path) { return true }
    guard let companion = Self.companions.first(where: path.hasSuffix) else { return false }
    let photo = names.key(String(path.dropLast(companion.count)))
    return paths.contains(photo) || stems.contains(photo)
  }

  private static func withoutExtension(_ path: String) -> String {
    guard let dot = path.fileName.lastIndex(of: ".") else { return path }
    return String(path[..<dot])
  }
}
