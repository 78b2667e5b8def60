import Catalog
import LocalFiles
import MirrorCore
import Threads

/// The metadata of a mirror's photos, streamed from its catalog. Changes nothing, and can run while a run is
/// writing.
public struct MirrorExport: Sendable {
  private static let batchSize = 500

  private let directory: MirrorDirectory
  private let includesPrivate: Bool

  /// - Parameters:
  ///   - path: A mirror's directory.
  ///   - includesPrivate: Whether photos that the site shows to some people only are exported.
  public init(of path: String, includesPrivate: Bool = false) {
    (directory, self.includesPrivate) = (MirrorDirectory(path), includesPrivate)
  }

  /// Passes the mirrored photos to `take` in batches, in the order in which they were first listed.
  /// - Returns: How many private photos were left out.
  /// - Throws: ``MirrorError`` if there is no mirror, or if its catalog cannot be read; `CancellationError`
  ///   between two batches; and the errors of `take`.
  public func read(_ take: ([ExportedPhoto]) throws -> Void) async throws -> Int {
    let pool = ThreadPool(name: "export", width: 1)
    let result: Result<Int, any Error>
    do {
      result = .success(try await read(on: pool, take))
    } catch {
      result = .failure(error)
    }
    await pool.shutdown()
    return try result.get()
  }

  private func read(
    on pool: ThreadPool, _ take: ([ExportedPhoto]) throws -> Void
  ) async throws -> Int {
    var (last, leftOut) = (Int64(0), 0)
    while true {
      try Task.checkCancellation()
      let after = last
      let rows = try await pool.run { () throws(MirrorError) in try batch(after: after) }
      guard let end = rows.last?.row else { return leftOut }
      last = end
      let photos = rows.map(\.photo).filter { includesPrivate || !$0.isPrivate }
      leftOut += rows.count - photos.count
      try take(photos)
    }
  }

  private struct Row: Sendable {
    let row: Int64
    let photo: ExportedPhoto
  }

  /// Opens the catalog for each batch, so that it does not hold back a run that is writing.
  private func batch(after: Int64) throws(MirrorError) -> [Row] {
    guard let catalog = try Catalog(existingIn: directory) else {
      throw .directory("there is no mirror in \(directory.path)", .notAMirror(directory.path))
    }
    do throws(CatalogError) {
      return try catalog.exported(after: after, limit: Self.batchSize).map {
        Row(row: $0.row, photo: $0.photo)
      }
    } catch {
      throw MirrorError(error)
    }
  }
}
