import Catalog
import LocalFiles
import MirrorCore

/// The catalog of a mirror. Blocks.
extension Mirror {
  /// Where the catalog is.
  /// - Throws: If it is not the one that the caller names. A directory may come from somebody else, so that
  ///   the address in it is shown, and not used.
  func catalogPlace() throws(MirrorError) -> CatalogLocation {
    let recorded = try directory.catalogAddress()
    guard let catalog else {
      guard let recorded else { return .file(directory.catalog) }
      throw .directory("the catalog of this mirror is \(recorded)", .otherCatalog)
    }
    let isMirror = try directory.hasCatalog()
    guard recorded != nil || !isMirror else {
      throw .directory("this mirror has a catalog of its own, \(directory.catalog)", .ownCatalog)
    }
    return .server(catalog.address)
  }

  /// Records where the catalog is, for calls that do not say so. The caller holds the lock.
  func noteCatalogPlace() throws(MirrorError) {
    guard let server = catalog?.address, try directory.catalogAddress() != server.text else {
      return
    }
    try directory.noteCatalogAddress(server.text)
  }

  /// Blocks.
  var noMirror: MirrorError {
    SnapshotFolder(directory).names.isEmpty
      ? .directory("there is no mirror in \(directory.path)", .notAMirror(directory.path))
      : lostCatalog(.damagedCatalog)
  }

  /// Checks that a new catalog would not take the place of a lost one: what the user removed from the mirror, a new one
  /// would not know.
  func checkForLostCatalog() throws(MirrorError) {
    guard catalog == nil, !SnapshotFolder(directory).names.isEmpty else { return }
    let hasCatalog = try directory.hasCatalog()
    let address = try directory.catalogAddress()
    guard !hasCatalog, address == nil else { return }
    throw lostCatalog(.catalogGone)
  }

  private func lostCatalog(_ problem: DirectoryProblem) -> MirrorError {
    .directory("the catalog of the mirror in \(directory.path) is missing", problem)
  }

  /// Whether there is a catalog, or may be one in a database.
  func exists() throws(MirrorError) -> Bool {
    if catalog != nil { return true }
    return try directory.hasCatalog()
  }

  /// Reads the catalog. Changes nothing.
  /// - Throws: ``MirrorError`` if there is no mirror, or if its catalog cannot be read.
  func read<Result>(
    _ body: (Catalog) throws(CatalogError) -> Result
  ) throws(MirrorError) -> Result {
    let result = try reading { place throws(CatalogError) in try body(Catalog(reading: place)) }
    guard let result else { throw noMirror }
    return result
  }

  /// Calls `open` with the place of the catalog. Nil if there is no mirror.
  func reading<Result>(
    _ open: (CatalogLocation) throws(CatalogError) -> Result
  ) throws(MirrorError) -> Result? {
    guard try exists() else { return nil }
    let place = try catalogPlace()
    do throws(CatalogError) { return try open(place) } catch {
      guard error.kind != .missing else { return nil }
      throw MirrorError(error)
    }
  }
}
