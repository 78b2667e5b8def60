import Catalog
import MirrorCore

/// The metadata of a mirror's photos, streamed from its catalog. Changes nothing, and can run while a run is
/// writing.
public struct MirrorExport: Sendable {
  private static let batchSize = 500

  /// What a reader of the export may miss.
  public struct Gaps: Sendable, Hashable {
    /// Private photos that are left out.
    public fileprivate(set) var privatePhotos = 0
    /// Photos of the export whose files are lost.
    public fileprivate(set) var lost = 0

    /// None.
    public init() {}
  }

  private let mirror: Mirror
  private let includesPrivate: Bool
  private let hasHistory: Bool

  /// - Parameters:
  ///   - includesPrivate: Whether photos that the site shows to some people only are exported.
  ///   - hasHistory: Whether the events of each photo are read, also of those that left the mirror.
  public init(of mirror: Mirror, includesPrivate: Bool = false, hasHistory: Bool = false) {
    (self.mirror, self.includesPrivate, self.hasHistory) = (mirror, includesPrivate, hasHistory)
  }

  /// Passes the photos that the mirror is to have to `take` in batches, in the order in which they were first listed.
  /// - Throws: ``MirrorError`` if there is no mirror, or if its catalog cannot be read; `CancellationError`
  ///   between two batches; and the errors of `take`.
  public func read(_ take: ([ExportedPhoto]) throws -> Void) async throws -> Gaps {
    try await mirror.open(.reading) { open in
      var (rows, gaps) = (try await batch(after: 0, of: open), Gaps())
      gaps.lost = try await open.perform { try $0.expectedCount().lost }
      while let last = rows.last?.row {
        // Is read while the caller writes the one before.
        async let next = batch(after: last, of: open)
        let photos = rows.map(\.photo).filter { includesPrivate || !$0.isPrivate }
        gaps.privatePhotos += rows.count - photos.count
        try take(photos)
        try Task.checkCancellation()
        rows = try await next
      }
      return gaps
    }
  }

  private func batch(
    after last: Int64, of open: OpenMirror
  ) async throws -> [(row: Int64, photo: ExportedPhoto)] {
    try await open.perform {
      try $0.exported(
        after: last, limit: Self.batchSize, details: hasHistory ? .none : .all,
        hasHistory: hasHistory)
    }
  }
}
