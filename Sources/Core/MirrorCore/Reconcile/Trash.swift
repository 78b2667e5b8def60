import Foundation
import ProviderKit

/// Moves photos to the trash and back. The catalog records each intention before a file is moved, so that a later
/// run finishes what a kill interrupts.
package struct Trash: Sendable {
  private static let batch = 50
  /// The reason of a photo that its owner brought back.
  private static let restored = "brought back from the trash"

  /// The catalog in which departures are recorded.
  package let catalog: any DepartureCatalog
  /// The place of the files.
  package let destination: MirrorFiles
  /// Seconds since 1970.
  package let now: @Sendable () -> Int64

  package init(
    catalog: any DepartureCatalog, destination: MirrorFiles,
    now: @escaping @Sendable () -> Int64 = { Int64(Date().timeIntervalSince1970) }
  ) {
    (self.catalog, self.destination, self.now) = (catalog, destination, now)
  }

  /// The folder of this moment: a date in UTC.
  package var label: String {
    Date(timeIntervalSince1970: Double(now())).formatted(
      .iso8601.year().month().day().dateSeparator(.dash))
  }

  /// Whether a photo's file has the bytes that were mirrored.
  package func isUnchanged(_ photo: KnownPhoto) async throws(StorageError) -> Bool? {
    guard let file = photo.file else { return nil }
    return try await destination.fingerprint(of: file.path).map { $0 == file.fingerprint }
  }

  /// Whether a photo's file has the bytes that were mirrored, or those of an edit that the user accepted; nil if it is
  /// missing.
  package func isOwn(_ photo: KnownPhoto) async throws(StorageError) -> Bool? {
    guard let file = photo.file else { return nil }
    return try await destination.fingerprint(of: file.path).map(photo.hasFile)
  }

  /// What became of photos that were to go to the trash.
  package struct Discarded: Sendable {
    /// Of those that were moved, by their records' ids.
    package var places: [Int64: String] = [:]
    /// Why one of the others could not be moved; nil if none, or if its file is missing.
    package var failure: String?
  }

  /// Moves photos to the trash. A photo whose files cannot be moved stays in the mirror.
  package func discard(
    _ photos: [KnownPhoto], cause: TrashRecord.Cause, reason: String
  ) async throws -> Discarded {
    var discarded = Discarded()
    for start in stride(from: 0, to: photos.count, by: Self.batch) {
      try Task.checkCancellation()
      let batch = photos[start..<min(start + Self.batch, photos.count)]
      let more = try await discardBatch(Array(batch), cause, reason)
      discarded.places.merge(more.places) { $1 }
      discarded.failure = discarded.failure ?? more.failure
    }
    return discarded
  }

  private func discardBatch(
    _ photos: [KnownPhoto], _ cause: TrashRecord.Cause, _ reason: String
  ) async throws -> Discarded {
    let isForgotten = cause == .forgotten
    var leaving: [Int64: Departure] = [:]
    for photo in photos {
      guard let file = photo.file else { continue }
      leaving[photo.record.id] = Departure(
        .leaving, since: now(), reason: reason, isForgotten: isForgotten,
        place: try await destination.trashPlace(of: file.path, label: label))
    }
    try await catalog.depart(leaving)
    var (done, failed): ([Int64: Departure], [Int64]) = ([:], [])
    var (failure, reasonOfOne): (StorageError?, String?)
    for photo in photos {
      guard var departure = leaving[photo.record.id] else { continue }
      do throws(StorageError) {
        if failure == nil, try await move(photo, departure, cause) {
          departure.state = .trashed
          done[photo.record.id] = departure
        } else {
          failed.append(photo.record.id)
        }
      } catch {
        if !error.isOfEntry { failure = error }
        reasonOfOne = reasonOfOne ?? error.error.message
        failed.append(photo.record.id)
      }
    }
    try await catalog.depart(done)
    try await catalog.comeBack(failed, isMirrored: true)
    if let failure { throw failure }
    return Discarded(places: done.compactMapValues(\.place), failure: reasonOfOne)
  }

  /// - Returns: Whether the photo's file is in the trash now.
  func move(
    _ photo: KnownPhoto, _ departure: Departure, _ cause: TrashRecord.Cause,
    isPictureOnly: Bool = false
  ) async throws(StorageError) -> Bool {
    guard let file = photo.file, let files = photo.files, let place = departure.place else {
      return false
    }
    let metadata = try? await catalog.metadata(of: photo.record.id)
    let isEdit =
      if let accepted = photo.accepted {
        try await destination.fingerprint(of: file.path) == accepted
      } else {
        false
      }
    let record = TrashRecord(
      photo, file, bytes: isEdit ? photo.accepted : nil, metadata: metadata, cause: cause,
      reason: departure.reason, at: departure.since)
    try await destination.discard(
      files, to: place, record: record.json, isPictureOnly: isPictureOnly)
    return true
  }

  /// Brings back the photos in the trash that are listed again, if their files are whole.
  /// - Parameter isDryRun: Whether it only tells which.
  /// - Returns: The ids of those records.
  package func bringBack(
    listed records: [PhotoRecord], isDryRun: Bool = false
  ) async throws -> Set<Int64> {
    let ids = records.filter { $0.departure?.isInTrash ?? false }.map(\.id)
    guard !ids.isEmpty else { return [] }
    return try await bringBack(try await catalog.photos(ids), isDryRun: isDryRun)
  }

  /// Brings photos of the catalog back from the trash if their files there are whole.
  /// - Parameter state: Their state afterwards; nil if a listing shows them.
  /// - Returns: The ids of those that are back.
  package func bringBack(
    _ photos: [KnownPhoto], as state: Departure.State? = nil, isDryRun: Bool = false
  ) async throws -> Set<Int64> {
    let whole = try await whole(photos)
    guard !isDryRun else { return Set(whole.map(\.photo.record.id)) }
    var returning: [Int64: Departure] = [:]
    for (photo, _, departure) in whole {
      returning[photo.record.id] = departure
      returning[photo.record.id]?.state = .returning
      // A later run that finishes the move knows by it that the photo is to stay.
      if state == .kept { returning[photo.record.id]?.reason = Self.restored }
    }
    try await catalog.depart(returning)
    var (back, failed): ([Int64], [Int64: Departure]) = ([], [:])
    for (photo, files, departure) in whole {
      let id = photo.record.id
      do throws(StorageError) {
        guard let place = departure.place else { continue }
        try await destination.recover(files, from: place)
        back.append(id)
      } catch {
        guard error.isOfEntry else { throw error }
        failed[id] = departure
        failed[id]?.state = .trashed
      }
    }
    try await catalog.depart(failed)
    if let state {
      let kept = Departure(state, since: now(), reason: Self.restored)
      try await catalog.depart(Dictionary(back.map { ($0, kept) }) { $1 })
    } else {
      try await catalog.comeBack(back, isMirrored: true)
    }
    return Set(back)
  }

  /// Those whose files have the recorded bytes, in the trash or where they were.
  private func whole(
    _ photos: [KnownPhoto]
  ) async throws -> [(photo: KnownPhoto, files: StoredFiles, departure: Departure)] {
    var whole: [(photo: KnownPhoto, files: StoredFiles, departure: Departure)] = []
    for photo in photos {
      guard let departure = photo.record.departure, let place = departure.place,
        let files = photo.files
      else { continue }
      let isAbove = photo.hasFile(try await destination.fingerprint(of: place))
      let isBack = photo.hasFile(try await destination.fingerprint(of: files.path))
      if isAbove || isBack { whole.append((photo, files, departure)) }
    }
    return whole
  }

  /// Deletes a photo's files from the trash, and records it.
  package func purge(_ place: String, of photo: KnownPhoto?) async throws {
    try await destination.purge(place)
    if let photo { try await catalog.dropVersions([place], of: photo.record.id) }
    guard let photo, var departure = photo.record.departure, departure.place == place,
      departure.state == .trashed
    else { return }
    (departure.state, departure.place) = (.deleted, nil)
    try await catalog.depart([photo.record.id: departure])
  }

  /// Finishes the moves that a kill interrupted. Call it before anything else in a run.
  package func finishInterrupted() async throws {
    let batches = Batches(after: Int64(0), by: \KnownPhoto.record.id) { [catalog] last in
      try await catalog.departed(
        in: [.leaving, .returning, .replacing], after: last, limit: Self.batch)
    }
    for try await photos in batches {
      for photo in photos { try await finish(photo) }
    }
  }

  private func finish(_ photo: KnownPhoto) async throws {
    let id = photo.record.id
    guard var departure = photo.record.departure, let place = departure.place,
      let file = photo.file
    else { return try await catalog.comeBack([id], isMirrored: false) }
    if departure.state == .replacing { return try await keepOld(photo, at: place) }
    if departure.state == .returning {
      departure.state = .trashed
      try await catalog.depart([id: departure])
      let trashed = try await catalog.photos([id])
      let state: Departure.State? = departure.reason == Self.restored ? .kept : nil
      if !departure.isForgotten || state != nil { _ = try await bringBack(trashed, as: state) }
      return
    }
    let there = try await destination.fingerprint(of: file.path)
    let above = try await destination.fingerprint(of: place)
    if photo.hasFile(there) || (there == nil && above != nil) {
      let cause: TrashRecord.Cause = departure.isForgotten ? .forgotten : .gone
      guard try await move(photo, departure, cause) else { return }
      departure.state = .trashed
      try await catalog.depart([id: departure])
    } else {
      // Edited or removed since: it stays in the mirror, or is mirrored again.
      try await catalog.comeBack([id], isMirrored: there != nil)
    }
  }
}

extension Departure {
  /// Whether a photo that is listed again can be brought back.
  fileprivate var isInTrash: Bool { state == .trashed && !isForgotten }
}

extension MirroredPhoto {
  /// The bytes that the file has unless somebody changed it.
  package var fingerprint: FileFingerprint {
    FileFingerprint(byteCount: byteCount, sha256: sha256)
  }
}
