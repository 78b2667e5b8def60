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
    do throws(MirrorError) {
      let loss = try catalogLoss
      return loss.map { lostCatalog($0, .damagedCatalog) }
        ?? .directory("there is no mirror in \(directory.path)", .notAMirror(directory.path))
    } catch {
      return error
    }
  }

  /// Checks that a new catalog would not take the place of a lost one: what the user removed from the mirror, a new one
  /// would not know. Blocks.
  func checkForLostCatalog() throws(MirrorError) {
    guard let loss = try catalogLoss else { return }
    throw lostCatalog(loss, .catalogGone)
  }

  /// Nil if the catalog is there, as far as its size tells, if it is elsewhere, or if there was none.
  private var catalogLoss: CatalogLoss? {
    get throws(MirrorError) {
      let remains = CatalogRemains(at: directory.catalog)
      guard catalog == nil, remains != .file else { return nil }
      let loss = CatalogLoss(
        remains, hasSnapshots: !SnapshotFolder(directory).names.isEmpty,
        hasFiles: directory.hasFiles)
      guard loss != nil, try directory.catalogAddress() == nil else { return nil }
      return loss
    }
  }

  private func lostCatalog(_ loss: CatalogLoss, _ problem: DirectoryProblem) -> MirrorError {
    switch loss {
    case .missing:
      .directory("the catalog of the mirror in \(directory.path) is missing", problem)
    case .emptied: .directory("the catalog \(directory.catalog) is empty or cut off", problem)
    }
  }

  /// The error of opening the catalog. Blocks.
  func asError(_ error: CatalogError) -> MirrorError {
    isDamage(error) ? .directory(error.message, .damagedCatalog) : MirrorError(error)
  }

  /// Whether the catalog cannot be opened because it is damaged. Blocks.
  func isDamage(_ error: CatalogError) -> Bool {
    catalog == nil
      && CatalogLoss.isDamage(
        error.kind, hasSnapshots: !SnapshotFolder(directory).names.isEmpty,
        hasFiles: directory.hasFiles)
  }

  /// Checks that the file of the catalog is not the rest of a lost one. Blocks.
  func checkForEmptiedCatalog() throws(MirrorError) {
    guard try catalogLoss == .emptied else { return }
    throw lostCatalog(.emptied, .damagedCatalog)
  }

  /// Gives the rest of a lost catalog another name, if there is one. Blocks; the caller holds the lock.
  func setAsideEmptiedCatalog() throws(MirrorError) {
    guard try catalogLoss == .emptied else { return }
    do throws(StorageError) { _ = try directory.setAsideDamagedCatalog() } catch {
      throw error.error
    }
  }

  /// Whether there is a catalog, or may be one in a database.
  /// - Throws: Also if its file is the rest of a lost one.
  func exists() throws(MirrorError) -> Bool {
    if catalog != nil { return true }
    guard try directory.hasCatalog() else { return false }
    try checkForEmptiedCatalog()
    return true
  }

  /// Reads the catalog. Changes nothing.
  /// - Throws: ``MirrorError`` if there is no mirror, or if its catalog cannot be read.
  func read<Result>(
    _ body: (Catalog) throws(CatalogError) -> Result
  ) throws(MirrorError) -> Result {
    let result = try reading { place throws(CatalogError) in try body(place.open(.reading)) }
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
      throw asError(error)
    }
  }
}
