import Catalog
import LocalFiles
import MirrorCore

extension Catalog {
  /// The catalog of a mirror for reading; nil if there is none. Blocks.
  /// - Throws: If that cannot be determined, or if the catalog cannot be read.
  convenience init?(existingIn directory: MirrorDirectory) throws(MirrorError) {
    guard try directory.hasCatalog() else { return nil }
    do {
      try self.init(readingFrom: directory.catalog)
    } catch {
      throw MirrorError(error)
    }
  }
}
