import MirrorCore

extension MirrorError {
  package init(_ error: CatalogError) {
    self = .directory(error.message, DirectoryProblem(error.kind))
  }
}

extension DirectoryProblem {
  fileprivate init(_ kind: CatalogError.Kind) {
    self =
      switch kind {
      case .damaged: .damagedCatalog
      case .foreign: .foreignCatalog
      case .linked: .linkedFile
      case .otherVersion: .otherVersion
      case .outdated: .outdatedCatalog
      case .busy: .busyCatalog
      case .system(let code): .system(errno: code)
      case .disk, .statement: .other
      }
  }
}
