import Catalog
import MirrorCore

/// How a catalog is opened.
enum CatalogOpening: Sendable {
  /// Changes nothing.
  case reading
  /// Changes nothing. Each of its pages is checked first.
  case checking
  /// Records checks only, whoever else writes.
  case noting
  /// Changes it, and makes or migrates it first if necessary.
  case changing
  /// Changes it, even if it is an unfinished copy, or was copied elsewhere.
  case copying
  /// Changes it together with other workers. One worker at a time reads the listings.
  case sharing(lists: Bool = false)
}

/// All functions block on the disk or the server.
extension CatalogLocation {
  func open(_ opening: CatalogOpening) throws(CatalogError) -> sending Catalog {
    switch (opening, self) {
    case (.reading, _), (.checking, .server): try Catalog(reading: self)
    case (.checking, .file(let path)): try CatalogSnapshot.openChecked(path)
    case (.noting, _): try Catalog(notingIn: self)
    case (.sharing(let lists), .server(let address)): try Catalog(sharing: address, lists: lists)
    case (.changing, _), (.sharing, .file): try Catalog(at: self)
    case (.copying, _): try Catalog(copying: self)
    }
  }

  /// Opens the catalog, and calls `body` with it.
  func with<Result>(
    _ opening: CatalogOpening, _ body: (Catalog) throws(CatalogError) -> Result
  ) throws(MirrorError) -> Result {
    try told { () throws(CatalogError) in try body(open(opening)) }
  }

  /// Opens the catalog with a thread of its own.
  func thread(_ opening: CatalogOpening) throws(MirrorError) -> CatalogThread {
    try told { () throws(CatalogError) in
      if case .reading = opening { return try CatalogThread(reading: self) }
      return try CatalogThread(open(opening))
    }
  }

  /// Opens the catalog for a run of a source.
  func run(ofSource source: String, provider: String) throws(MirrorError) -> RunCatalog {
    try RunCatalog(at: self, source: source, provider: provider)
  }
}

/// Calls `body`. The errors of a catalog become ``MirrorError``.
func told<Result>(
  _ body: () throws(CatalogError) -> sending Result
) throws(MirrorError) -> sending Result {
  do throws(CatalogError) { return try body() } catch { throw MirrorError(error) }
}
