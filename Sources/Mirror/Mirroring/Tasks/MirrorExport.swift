import Catalog
import MirrorCore

/// The metadata of a mirror's photos, streamed from its catalog. Changes nothing, and can run while a run is
/// writing.
public struct MirrorExport: Sendable {
  private static let batchSize = 500

  private let mirror: Mirror
  private let includesPrivate: Bool
  private let hasHistory: Bool

  /// - Parameters:
  ///   - includesPrivate: Whether photos that the site shows to some people only are exported.
  ///   - hasHistory: Whether the events of each photo are read.
  public init(of mirror: Mirror, includesPrivate: Bool = false, hasHistory: Bool = false) {
    (self.mirror, self.includesPrivate, self.hasHistory) = (mirror, includesPrivate, hasHistory)
  }

  /// Passes the mirrored photos to `take` in batches, in the order in which they were first listed.
  /// - Returns: How many private photos were left out.
  /// - Throws: ``MirrorError`` if there is no mirror, or if its catalog cannot be read; `CancellationError`
  ///   between two batches; and the errors of `take`.
  public func read(_ take: ([ExportedPhoto]) throws -> Void) async throws -> Int {
    try await mirror.open(.reading) { open in
      var (last, leftOut) = (Int64(0), 0)
      while true {
        try Task.checkCancellation()
        let rows = try await open.perform { [last] in
          try $0.exported(
            after: last, limit: Self.batchSize, details: hasHistory ? .none : .all,
            hasHistory: hasHistory)
        }
        guard let end = rows.last?.row else { return leftOut }
        last = end
        let photos = rows.map(\.photo).filter { includesPrivate || !$0.isPrivate }
        leftOut += rows.count - photos.count
        try take(photos)
      }
    }
  }
}
