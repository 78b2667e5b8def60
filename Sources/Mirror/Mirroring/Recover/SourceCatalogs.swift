import Catalog
import MirrorCore
import Threads

/// A recovered catalog as the runs of its sources open it: once for each source, and for a few at a time.
actor SourceCatalogs {
  /// Each has a thread and a connection.
  private static let most = 8

  private let path: String
  private let disk: ThreadPool
  private var catalogs: [RecoveredSources.Place: RunCatalog] = [:]

  init(_ path: String, on disk: ThreadPool) { (self.path, self.disk) = (path, disk) }

  func catalog(of place: RecoveredSources.Place) async throws -> RunCatalog {
    if let catalog = catalogs[place] { return catalog }
    if catalogs.count >= Self.most { await close() }
    let catalog = try await disk.run { [path] () throws(MirrorError) in
      try CatalogLocation.file(path).run(
        ofSource: place.source.address, provider: place.provider)
    }
    catalogs[place] = catalog
    return catalog
  }

  func close() async {
    let open = catalogs.values
    catalogs = [:]
    for catalog in open { await catalog.close() }
  }
}
