import MirrorCore

/// The catalog itself, for tasks.
extension RunCatalog {
  /// Calls `body` with the catalog, on its thread. `body` may block.
  package func query<Result: Sendable>(
    _ body: @Sendable (Catalog) throws(CatalogError) -> Result
  ) throws(MirrorError) -> Result {
    try reporting(body)
  }

  /// The same for a body with errors of its own. Those of the catalog become ``MirrorError``.
  package func perform<Result: Sendable>(
    _ body: @Sendable (Catalog) throws -> Result
  ) throws -> Result {
    let result = try reporting { catalog throws(CatalogError) in Swift.Result { try body(catalog) }
    }
    do {
      return try result.get()
    } catch let error as CatalogError {
      throw MirrorError(error)
    }
  }
}
