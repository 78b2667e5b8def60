import Catalog
import Foundation
import MirrorCore

/// Records the photos and old versions that went to a mirror's trash after the snapshot of its catalog was taken, by the
/// records beside them.
struct TrashRecovery: Sendable {
  private static let batch = 200

  let catalog: CatalogThread
  let destination: MirrorFiles
  let sources: RecoveredSources
  /// Gives the facts of a file of the mirror.
  let look: Adopter.Look

  /// - Parameter leave: Is told what is not recorded, and why.
  /// - Returns: How many photos and versions are recorded that were not.
  func run(_ leave: (_ path: String, _ reason: String) -> Void) async throws -> Int {
    var count = 0
    for try await items in destination.trash(batch: Self.batch) {
      var records: [(place: String, record: TrashRecord)] = []
      for item in items {
        guard TrashNames.isPlace(item.place), let record = TrashRecord(item.record) else {
          leave(item.place, "the record beside it is invalid")
          continue
        }
        records.append((item.place, record))
      }
      // The versions of a photo in the order in which they were replaced.
      records.sort { ($0.record.trashedAt, $0.place) < ($1.record.trashedAt, $1.place) }
      for (place, record) in records where try await recordItem(place, record) { count += 1 }
    }
    return count
  }

  /// - Returns: Whether something was recorded.
  private func recordItem(_ place: String, _ record: TrashRecord) async throws -> Bool {
    let known = try await catalog.perform { catalog in
      try catalog.record(record.key, site: record.site).flatMap { known in
        try catalog.photos([known.id]).first
      }
    }
    var photo = known
    if photo == nil { photo = try await admit(record) }
    guard let photo, photo.record.departure?.place != place,
      try await !catalog.versions(of: photo.record.id).contains(place)
    else { return false }
    return record.cause == .replaced
      ? try await recordVersion(of: photo, place, record)
      : try await recordDeparture(of: photo, place, record)
  }

  /// A photo that was stored after the snapshot; nil if the catalog has no source of its site.
  private func admit(_ record: TrashRecord) async throws -> KnownPhoto? {
    guard let source = sources.place(ofSite: record.site) else { return nil }
    let photo = NewPhoto(
      photo: record.key, site: record.site, stem: record.stem, listing: "{}",
      metadata: record.photo)
    return try await catalog.perform { catalog in
      let id = try catalog.admit([photo], provider: source.provider, source: source.source)[0].id
      try catalog.record([MirroredPhoto(record, id: id)])
      return try catalog.photos([id]).first
    }
  }

  private func recordDeparture(
    of photo: KnownPhoto, _ place: String, _ record: TrashRecord
  ) async throws -> Bool {
    // A photo that came back is not in the trash; one that left before has its place.
    guard photo.record.departure.map(\.state.isMirrored) ?? true, let files = photo.files,
      try await destination.look(for: [files]).first?.isThere != true
    else { return false }
    let departure = Departure(
      .trashed, since: record.trashedAt, reason: record.reason,
      isForgotten: record.cause == .forgotten, place: place)
    if photo.file?.fingerprint != record.fingerprint {
      let file = MirroredPhoto(record, id: photo.record.id)
      try await catalog.perform { try $0.record([file]) }
    }
    try await catalog.depart([photo.record.id: departure])
    return true
  }

  /// The photo's file is the new version, whatever is recorded; if it is in the trash too, its own record says so.
  private func recordVersion(
    of photo: KnownPhoto, _ place: String, _ record: TrashRecord
  ) async throws -> Bool {
    guard photo.record.isMirrored, let file = photo.file else { return false }
    let stem = photo.record.stem
    let path = try await destination.find(stems: [stem])[stem] ?? file.path
    var new = file
    if file.fingerprint == record.fingerprint, let inspection = try? await look(path) {
      new = MirroredPhoto(inspection, replacing: file, at: path, storedAt: record.trashedAt)
    }
    let (version, since) = (new, record.trashedAt)
    try await catalog.perform {
      try $0.recordReplacement(by: version, place: place, since: since)
    }
    return true
  }
}

extension MirroredPhoto {
  fileprivate init(_ record: TrashRecord, id: Int64) {
    self.init(
      id: id, path: record.path, format: record.format, width: record.width, height: record.height,
      byteCount: record.byteCount, sha256: record.sha256, label: record.label,
      address: record.address, thumbnail: StoredThumbnail(rawValue: record.thumbnail) ?? .absent,
      storedAt: record.storedAt)
  }

  fileprivate init(
    _ inspection: Inspection, replacing file: MirroredPhoto, at path: String, storedAt: Int64
  ) {
    self.init(
      id: file.id, path: path, format: inspection.format.name, width: inspection.width,
      height: inspection.height, byteCount: inspection.byteCount, sha256: inspection.sha256,
      label: "", thumbnail: file.thumbnail, isUnproven: !inspection.isProven, storedAt: storedAt)
  }
}
