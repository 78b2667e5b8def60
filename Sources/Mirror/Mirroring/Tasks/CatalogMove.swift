import Catalog
import Foundation
import LocalFiles
import MirrorCore
import PostgreSQL
import Threads

/// Moves a mirror's catalog between its directory and a database. What is copied is compared row by row; then the
/// mirror uses the copy, and the original stays where it is.
public struct CatalogMove: Sendable {
  /// The new place of the catalog.
  public enum Direction: Sendable, Hashable { case toServer, toDirectory }

  /// How far the copy is.
  public struct Progress: Sendable, Hashable {
    /// Whether the rows are compared once more, after all were copied.
    public let isComparing: Bool
    /// Rows done: copied, or compared.
    public let rows: Int
    /// Rows of the original; at least ``rows``.
    public let total: Int
  }

  /// The result of a move.
  public struct Result: Sendable, Hashable {
    /// How many rows were copied.
    public let rows: Int
    /// Where the original is.
    public let original: String
  }

  private let directory: MirrorDirectory
  private let server: ServerAddress
  private let direction: Direction
  private let knownStores: (any StoreMemory)?

  /// - Parameters:
  ///   - path: The mirror's directory; it may be new if the catalog is moved into it.
  ///   - knownStores: A store that the user named for the original counts as named for the copy.
  public init(
    _ path: String, _ server: CatalogServer, _ direction: Direction,
    knownStores: (any StoreMemory)? = nil
  ) {
    self.knownStores = knownStores
    directory = MirrorDirectory(path)
    (self.server, self.direction) = (server.address, direction)
  }

  /// Repeated after an interruption, it continues.
  /// - Parameter report: Called after each batch of rows, on a thread of its own.
  /// - Throws: ``MirrorError``, or `CancellationError` between two batches.
  public func run(_ report: @escaping @Sendable (Progress) -> Void) async throws -> Result {
    let pool = ThreadPool(name: "catalog copy", width: 1)
    return try await whileOpen {
      try await pool.run { try copy(report) }
    } close: {
      await pool.shutdown()
    }
  }

  /// Lets a catalog on a server be used again that was copied into a directory. Blocks.
  /// - Returns: The directory; nil if the catalog was in use.
  public static func use(_ server: CatalogServer) throws(MirrorError) -> String? {
    do throws(CatalogError) {
      return try CatalogCopy.use(CatalogLocation.server(server.address).open(.copying))
    } catch {
      throw MirrorError(error)
    }
  }

  private func copy(_ report: (Progress) -> Void) throws -> Result {
    if direction == .toDirectory {
      _ = try directory.prepare()
    } else {
      let mirror = Mirror(directory.path)
      guard try mirror.exists() else { throw mirror.noMirror }
      if let recorded = try directory.catalogAddress() {
        throw MirrorError.directory("the catalog of this mirror is \(recorded)", .otherCatalog)
      }
    }
    let lock = try LockedDirectory(directory)
    defer { withExtendedLifetime(lock) {} }
    do {
      let rows = try copyRows(report)
      let original = try change()
      carryStore()
      return Result(rows: rows, original: original)
    } catch let error as CatalogError {
      throw MirrorError(error)
    }
  }

  private func copyRows(_ report: (Progress) -> Void) throws -> Int {
    let file = CatalogLocation.file(directory.catalog)
    let place = CatalogLocation.server(server)
    let (from, to) = direction == .toServer ? (file, place) : (place, file)
    let original = try from.open(.copying)
    try checkPlace(original)
    try original.keepJobs()
    let target = try to.open(.copying)
    let folder = URL(filePath: directory.path).path
    let copy = try CatalogCopy(
      original, to: target, origin: direction == .toServer ? folder : server.text,
      destination: direction == .toServer ? nil : folder)
    return try copy.run { progress in
      report(
        Progress(
          isComparing: progress.phase == .comparing, rows: progress.rows, total: progress.total))
      try Task.checkCancellation()
    }
  }

  /// The directory with the photos gets the mirror's id, with which later calls find that a catalog on a server is its
  /// own.
  private func checkPlace(_ original: Catalog) throws {
    let id = try MirrorIdentity.ensure(in: original)
    guard try Mirror.store(recordedIn: original) == nil else { return }
    do throws(StorageError) {
      let found = try directory.mirrorID()
      if direction == .toServer { return try directory.noteMirrorID(id) }
      guard found == nil || found == id else {
        throw StorageError(
          .directory(
            "\(directory.path) has the photos of another mirror than the catalog", .otherMirror))
      }
    } catch {
      throw error.error
    }
  }

  private func carryStore() {
    let owners: [StoreOwner] = [.directory(directory.path), .catalog(server.text)]
    let (from, to) = direction == .toServer ? (owners[0], owners[1]) : (owners[1], owners[0])
    if let store = knownStores?.store(of: from) { knownStores?.note(store, of: to) }
  }

  /// Lets the mirror use the copy.
  /// - Returns: Where the original is.
  private func change() throws(MirrorError) -> String {
    guard direction == .toServer else {
      try directory.forgetCatalogAddress()
      return server.text
    }
    try directory.noteCatalogAddress(server.text)
    return try directory.setAsideCatalog()
  }
}
