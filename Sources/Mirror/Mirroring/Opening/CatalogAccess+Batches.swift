import Catalog
import MirrorCore

/// What a catalog has, in batches, in the order of the rows.
extension CatalogAccess {
  /// The photos that the mirror is to have.
  func expected(after row: Int64 = 0, batch: Int) -> Batches<StoredPhoto, Int64> {
    photos(after: row) { try $0.expected(after: $1, limit: batch) }
  }

  /// The photos whose files were stored, and are not lost.
  func stored(batch: Int) -> Batches<StoredPhoto, Int64> {
    photos { try $0.stored(after: $1, limit: batch) }
  }

  /// The photos whose files are lost.
  func lost(batch: Int) -> Batches<StoredPhoto, Int64> {
    photos { try $0.lost(after: $1, limit: batch) }
  }

  private func photos(
    after row: Int64 = 0, _ read: @escaping @Sendable (Catalog, Int64) throws -> [StoredPhoto]
  ) -> Batches<StoredPhoto, Int64> {
    Batches(after: row, by: \.file.id) { last in try await self.perform { try read($0, last) } }
  }

  /// The photos that left the mirror, or are about to.
  func departed(
    in states: Set<Departure.State>, batch: Int
  ) -> Batches<KnownPhoto, Int64> {
    Batches(after: 0, by: \.record.id) { last in
      try await self.perform { try $0.departed(in: states, after: last, limit: batch) }
    }
  }

  /// The metadata of the photos that the mirror is to have, without details.
  func exported(batch: Int) -> Batches<(row: Int64, photo: ExportedPhoto), Int64> {
    Batches(after: 0, by: \.row) { last in
      try await self.perform { try $0.exported(after: last, limit: batch, details: .none) }
    }
  }
}
