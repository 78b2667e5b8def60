import MirrorCore
import ProviderKit

/// Whatever has a catalog on its thread: the thread itself, and a run.
package protocol CatalogAccess: DepartureCatalog {
  /// The thread, to be called from any task.
  var thread: CatalogThread { get }
}

extension CatalogAccess {
  /// Calls `body` with the catalog, on its thread. `body` may block.
  package func query<Result: Sendable>(
    _ body: @Sendable (Catalog) throws(CatalogError) -> Result
  ) async throws(MirrorError) -> Result {
    try await thread.query(body)
  }

  /// The same for a body with errors of its own. Those of the catalog become ``MirrorError``.
  package func perform<Result: Sendable>(
    _ body: @Sendable (Catalog) throws -> Result
  ) async throws -> Result {
    let result = try await query { catalog throws(CatalogError) in
      Swift.Result { try body(catalog) }
    }
    do {
      return try result.get()
    } catch let error as CatalogError {
      throw MirrorError(error)
    }
  }

  /// Closes the catalog and ends its thread; later calls fail.
  package func close() async { await thread.close() }
}

/// What tasks and runs ask.
extension CatalogAccess {
  package func photos(_ ids: [Int64]) async throws(MirrorError) -> [KnownPhoto] {
    try await query { catalog throws(CatalogError) in try catalog.photos(ids) }
  }

  package func photos(named name: String) async throws(MirrorError) -> [KnownPhoto] {
    try await query { catalog throws(CatalogError) in try catalog.photos(named: name) }
  }

  package func departed(
    in states: Set<Departure.State>, after: Int64, limit: Int
  ) async throws(MirrorError) -> [KnownPhoto] {
    try await query { catalog throws(CatalogError) in
      try catalog.departed(in: states, after: after, limit: limit)
    }
  }

  package func depart(_ departures: [Int64: Departure]) async throws(MirrorError) {
    try await query { catalog throws(CatalogError) in try catalog.depart(departures) }
  }

  package func comeBack(_ ids: [Int64], isMirrored: Bool) async throws(MirrorError) {
    try await query { catalog throws(CatalogError) in
      try catalog.comeBack(ids, isMirrored: isMirrored)
    }
  }

  package func versions(of id: Int64) async throws(MirrorError) -> [String] {
    try await query { catalog throws(CatalogError) in try catalog.versions(ofPhoto: id) }
  }

  package func dropVersions(_ places: [String], of id: Int64) async throws(MirrorError) {
    try await query { catalog throws(CatalogError) in try catalog.dropVersions(places, ofPhoto: id)
    }
  }

  package func metadata(of id: Int64) async throws(MirrorError) -> Photo? {
    try await query { catalog throws(CatalogError) in try catalog.metadata(ofPhoto: id) }
  }

  /// Records the thumbnails of photos, by the rows of these; no call to the catalog if there are none.
  package func noteThumbnails(_ thumbnails: [Int64: StoredThumbnail]) async throws(MirrorError) {
    guard !thumbnails.isEmpty else { return }
    try await query { catalog throws(CatalogError) in try catalog.noteThumbnails(thumbnails) }
  }
}
