import MirrorCore
import Threads

/// A catalog and the thread that it is called on: a dedicated one, because SQLite and the connection to a server block.
package actor CatalogThread: CatalogAccess {
  private var catalog: Catalog?
  /// Where it is opened again for each use; nil: it stays open.
  private var place: CatalogLocation?
  private nonisolated let executor = SerialThread(name: "catalog")

  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }
  package nonisolated var thread: CatalogThread { self }

  /// Takes over a catalog.
  package init(_ catalog: sending Catalog) { self.catalog = catalog }

  /// Opens a catalog for reading. Blocks on the disk or the server.
  ///
  /// A reader that keeps a writer from copying its log into the file opens the file for each use only, so that the log
  /// does not grow as long as a task reads.
  package init(reading place: CatalogLocation) throws(CatalogError) {
    let catalog = try Catalog(reading: place)
    (self.catalog, self.place) = catalog.delaysWriters ? (nil, place) : (catalog, nil)
  }

  /// Calls `body` with the catalog. `body` may block.
  package func query<Result: Sendable>(
    _ body: @Sendable (Catalog) throws(CatalogError) -> Result
  ) throws(MirrorError) -> Result {
    do throws(CatalogError) {
      guard let catalog = try place.map(Catalog.init(reading:)) ?? catalog else {
        throw CatalogError(.missing, "the catalog is closed")
      }
      return try body(catalog)
    } catch {
      throw MirrorError(error)
    }
  }

  /// Closes the file and ends the thread; later calls fail.
  package nonisolated func close() async {
    await closeFile()
    await executor.shutdown()
  }

  private func closeFile() {
    // Failure is harmless: the file only stays large.
    try? catalog?.giveBackSpace()
    (catalog, place) = (nil, nil)
  }
}
