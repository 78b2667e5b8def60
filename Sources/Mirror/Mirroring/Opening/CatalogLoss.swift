import Catalog

/// How the catalog of a mirror was lost. A new one in its place would not know what the user removed from the mirror.
enum CatalogLoss: Sendable, Hashable {
  /// Its file is gone.
  case missing
  /// Its file is empty or cut off.
  case emptied

  /// Nil if nothing says that there was one. A directory with files and without a catalog is not a mirror yet.
  /// - Parameters:
  ///   - remains: What is there of its file.
  ///   - hasSnapshots: Whether the mirror has snapshots of it.
  ///   - hasFiles: Whether the directory has files besides the mirror's state.
  init?(_ remains: CatalogRemains, hasSnapshots: Bool, hasFiles: Bool) {
    switch remains {
    case .file: return nil
    case .missing where hasSnapshots: self = .missing
    case .missing: return nil
    case .empty, .cut:
      guard hasSnapshots || hasFiles else { return nil }
      self = .emptied
    }
  }

  /// Whether a file that cannot be opened as a catalog is taken for the damaged one of this mirror. A byte that changed
  /// in its first pages makes it another program's database; beside snapshots or files of the mirror it is none.
  static func isDamage(
    _ kind: CatalogError.Kind, hasSnapshots: Bool, hasFiles: Bool
  ) -> Bool {
    switch kind {
    case .damaged: true
    case .foreign, .statement: hasSnapshots || hasFiles
    default: false
    }
  }
}
