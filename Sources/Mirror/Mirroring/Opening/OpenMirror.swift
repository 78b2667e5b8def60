import Catalog
import LocalFiles
import MirrorCore
import Threads

/// How a mirror is opened.
enum Access: Sendable {
  /// Changes nothing. Another process may write meanwhile.
  case reading
  /// Takes the lock, and completes what a killed process began.
  case changing
}

extension Mirror {
  /// Opens the mirror, calls `body`, and closes everything in the reverse order.
  /// - Parameter diskThreads: For the calls of `body` that block on the disk.
  /// - Throws: ``MirrorError`` if there is no mirror, if another process changes it, or if its catalog cannot be used;
  ///   the errors of `body`, those of the catalog and of the store as ``MirrorError``.
  func open<Result>(
    _ access: Access, diskThreads: Int = 1, niceness: Int = 0,
    _ body: (OpenMirror) async throws -> Result
  ) async throws -> Result {
    let disk = ThreadPool(name: "disk", width: diskThreads, niceness: niceness)
    return try await whileOpen {
      let (catalog, lock) = try await disk.run {
        () throws(MirrorError) -> (CatalogThread, LockedDirectory?) in
        switch access {
        case .reading:
          guard let catalog = try openForReading() else { throw noMirror }
          return (catalog, nil)
        case .changing: return try openForChanges()
        }
      }
      defer { withExtendedLifetime(lock) {} }
      return try await use(catalog, access, disk, body)
    } close: {
      await disk.shutdown()
    }
  }

  /// Opens the mirror for reading. `body` gets nil if none: a directory or a database that is not a mirror yet.
  func openIfExists<Result>(
    _ body: (OpenMirror?) async throws -> Result
  ) async throws -> Result {
    let disk = ThreadPool(name: "disk", width: 1)
    return try await whileOpen {
      guard let catalog = try await disk.run({ () throws(MirrorError) in try openForReading() })
      else { return try await body(nil) }
      return try await use(catalog, .reading, disk, body)
    } close: {
      await disk.shutdown()
    }
  }

  /// Calls `body`, and closes the catalog.
  private func use<Result>(
    _ catalog: CatalogThread, _ access: Access, _ disk: ThreadPool,
    _ body: (OpenMirror) async throws -> Result
  ) async throws -> Result {
    try await whileOpen {
      do {
        let open = OpenMirror(mirror: self, access: access, catalog: catalog, disk: disk)
        try await open.completeInDirectory()
        return try await body(open)
      } catch let error as StorageError {
        throw error.error
      }
    } close: {
      await catalog.close()
    }
  }

  /// Nil if there is no mirror.
  private func openForReading() throws(MirrorError) -> CatalogThread? {
    try reading { place throws(CatalogError) in try CatalogThread(reading: place) }
  }

  /// A directory that is no mirror does not become one.
  private func openForChanges() throws(MirrorError) -> (CatalogThread, LockedDirectory?) {
    guard try exists() else { throw noMirror }
    let lock = try LockedDirectory(preparing: directory)
    return (CatalogThread(try openCatalog()), lock)
  }

  /// Opens the catalog for changes, and creates it if it is missing. The caller holds the lock.
  func openCatalog() throws(MirrorError) -> Catalog {
    let place = try catalogPlace()
    let catalog: Catalog
    do throws(CatalogError) {
      catalog = try place.open(.changing)
      try MirrorIdentity.ensure(in: catalog)
    } catch {
      throw asError(error)
    }
    try noteCatalogPlace()
    return catalog
  }
}

/// A mirror while the body of ``Mirror/open(_:diskThreads:niceness:_:)`` runs.
struct OpenMirror: Sendable {
  let mirror: Mirror
  let access: Access
  let catalog: CatalogThread
  let disk: ThreadPool

  var directory: MirrorDirectory { mirror.directory }

  /// Calls `body` with the catalog, on its thread. `body` may block.
  func perform<Result: Sendable>(
    _ body: @Sendable (Catalog) throws -> Result
  ) async throws -> Result {
    try await catalog.perform(body)
  }

  /// Opens the place of the photos, calls `body`, and closes it.
  /// - Parameter writes: Whether photos are stored: then it is checked first that they can be.
  func withStore<Result>(
    writes: Bool, network: StoreNetwork = StoreNetwork(),
    sidecars: SidecarChoice = SidecarChoice(), _ body: (OpenedStore) async throws -> Result
  ) async throws -> Result {
    let location = try await perform { [mirror] in try mirror.store(of: $0, writes: writes) }
    let store = try await OpenedStore.open(
      location, for: directory, on: disk, sidecars: sidecars, network: network, writes: writes)
    return try await whileOpen {
      try await store.check(catalog, of: mirror, for: .task, marks: access == .changing)
      if access == .changing { try await store.completeRenames(catalog) }
      return try await body(store)
    } close: {
      await store.close()
    }
  }

  /// Completes the renames in a directory that a killed process began. Those of another place are completed when it is
  /// opened.
  fileprivate func completeInDirectory() async throws {
    guard access == .changing,
      try await perform({ try Mirror.store(recordedIn: $0) }) == nil
    else { return }
    try await OpenedStore.open(nil, for: directory, on: disk).completeRenames(catalog)
  }
}
