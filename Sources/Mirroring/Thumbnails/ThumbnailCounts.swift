import Catalog
import LocalFiles
import MirrorCore

/// How many photos of a mirror have which thumbnail.
public struct ThumbnailCounts: Sendable, Hashable {
  public let files: [ThumbnailFormat: Int]
  /// Photos that are their own thumbnails.
  public let own: Int
  public let absent: Int

  /// Reads the catalog. Blocks.
  /// - Throws: ``MirrorError`` if there is no mirror.
  public init(of path: String) throws(MirrorError) {
    let directory = MirrorDirectory(path)
    guard let catalog = try Catalog(existingIn: directory) else {
      throw MirrorError.directory(
        "there is no mirror in \(directory.path)", .notAMirror(directory.path))
    }
    do {
      let counts = try catalog.thumbnailCounts()
      files = Dictionary(
        uniqueKeysWithValues: counts.compactMap { kind, count in
          kind.format.map { ($0, count) }
        })
      (own, absent) = (counts[.picture] ?? 0, counts[.absent] ?? 0)
    } catch {
      throw MirrorError(error)
    }
  }
}
