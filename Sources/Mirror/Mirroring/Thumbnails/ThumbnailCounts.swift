import Catalog
import MirrorCore

/// How many photos of a mirror have which thumbnail.
public struct ThumbnailCounts: Sendable, Hashable {
  /// Photos that have a file as their thumbnail, by its format; a format without a photo may be missing.
  public let files: [ThumbnailFormat: Int]
  /// Photos that are their own thumbnails.
  public let own: Int
  /// Photos without a thumbnail.
  public let absent: Int

  /// Reads the catalog. Blocks.
  /// - Throws: ``MirrorError`` if there is no mirror.
  public init(of mirror: Mirror) throws(MirrorError) {
    let counts = try mirror.read { catalog throws(CatalogError) in try catalog.thumbnailCounts() }
    files = Dictionary(
      uniqueKeysWithValues: counts.compactMap { kind, count in kind.format.map { ($0, count) } })
    (own, absent) = (counts[.picture] ?? 0, counts[.absent] ?? 0)
  }
}
