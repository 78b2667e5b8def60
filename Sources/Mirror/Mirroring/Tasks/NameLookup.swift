import Catalog
import MirrorCore

/// Names of a mirror's photos and albums by their beginnings, for the completions of shells. Each look-up reads some
/// rows of an index, whatever the size of the mirror.
public struct NameLookup: Sendable {
  /// The names of one look-up at most.
  private static let most = 100

  private let mirror: Mirror

  public init(of mirror: Mirror) { self.mirror = mirror }

  /// The ids of photos at their sites, in the order of their characters. Blocks.
  /// - Throws: ``MirrorError`` if there is no mirror, or if its catalog cannot be read.
  public func photos(beginning prefix: String) throws(MirrorError) -> [String] {
    try mirror.read { catalog throws(CatalogError) in
      try catalog.photoKeys(beginning: prefix, limit: Self.most)
    }
  }

  /// The titles of albums, in the same order. Blocks.
  /// - Throws: ``MirrorError`` if there is no mirror, or if its catalog cannot be read.
  public func albums(beginning prefix: String) throws(MirrorError) -> [String] {
    try mirror.read { catalog throws(CatalogError) in
      try catalog.albumTitles(beginning: prefix, limit: Self.most)
    }
  }
}
