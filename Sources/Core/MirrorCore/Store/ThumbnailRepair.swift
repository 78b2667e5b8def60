import ProviderKit

/// Makes the thumbnails of mirrored photos, several at once.
///
/// Crash order: the new thumbnail is stored → recorded → one in another format is deleted.
struct ThumbnailRepair: Sendable {
  let destination: MirrorFiles
  let catalog: any PhotoCatalog
  let inspector: FileInspection
  let announcer: Announcer
  /// The number of files decoded at once.
  let width: Int
  let stills: StillReader

  private struct Made {
    let record: PhotoRecord
    let path: String
    let thumbnail: MadeThumbnail
  }

  /// - Returns: The number of thumbnails made.
  func make(_ gaps: [CompanionRepair.Gap]) async throws -> Int {
    var made: [Made] = []
    for start in stride(from: 0, to: gaps.count, by: width) {
      try Task.checkCancellation()
      made += try await withThrowingTaskGroup(of: Made?.self) { group in
        for gap in gaps[start..<min(start + width, gaps.count)] {
          group.addTask { try await thumbnail(of: gap) }
        }
        return try await group.reduce(into: []) { $0 += $1.map { [$0] } ?? [] }
      }
    }
    let stored = try await store(made)
    let changed = stored.filter { $0.record.thumbnail != $0.thumbnail.stored }
    try await catalog.noteThumbnails(
      Dictionary(changed.map { ($0.record.id, $0.thumbnail.stored) }) { $1 })
    await destination.dropThumbnails(
      except: Dictionary(changed.map { ($0.record.stem, $0.thumbnail.stored) }) { $1 })
    return stored.count
  }

  /// A file that cannot be decoded is recorded, and not tried again.
  private func thumbnail(of gap: CompanionRepair.Gap) async throws -> Made? {
    guard let path = gap.record.path else { return nil }
    if gap.photo?.media == .video { return await thumbnail(ofVideo: gap, at: path) }
    let reason: String
    do {
      let inspection = try await destination.inspection(
        of: path, by: inspector, isTransferProven: true)
      if let thumbnail = inspection.thumbnail {
        return Made(record: gap.record, path: path, thumbnail: thumbnail)
      }
      reason = inspection.thumbnailFailure ?? inspection.undecodedReason ?? "it failed"
    } catch let failure as PhotoFailure {
      reason = failure.reason
    }
    try await catalog.noteThumbnails([gap.record.id: .absent])
    announcer.announce(.noted(.noThumbnail(path: path, reason: reason)))
    return nil
  }

  /// Makes the thumbnail of the still in its listing; a later listing may have one that this one lacks.
  private func thumbnail(
    ofVideo gap: CompanionRepair.Gap, at path: String
  ) async -> Made? {
    guard let edge = inspector.thumbnail?.edge,
      let still = await stills.bytes(of: gap.photo?.renditions.still(edge: edge)),
      let thumbnail = await inspector.thumbnail(of: still)
    else { return nil }
    return Made(record: gap.record, path: path, thumbnail: thumbnail)
  }

  /// - Returns: Those whose thumbnail is stored, or needs no file.
  private func store(_ made: [Made]) async throws -> [Made] {
    let placements = made.map { made in
      made.thumbnail.companion(ofStem: made.record.stem).map {
        Placement(path: made.path, picture: .stored, companions: [$0])
      }
    }
    let results = try await destination.placeCompanions(placements.compactMap(\.self), announcer)
    var remaining = results[...]
    return zip(made, placements).filter { $1 == nil || remaining.popFirst() == true }.map(\.0)
  }
}

extension MirrorFiles {
  /// Stores files beside photos, and reports those that cannot be stored.
  /// - Returns: Whether each was stored.
  func placeCompanions(
    _ placements: [Placement], _ announcer: Announcer
  ) async throws -> [Bool] {
    guard !placements.isEmpty else { return [] }
    return try await place(placements).map { result in
      do throws(StorageError) {
        let failures = try result.get()
        for failure in failures { announcer.announce(.noted(.notRepaired(failure.message))) }
        return failures.isEmpty
      } catch {
        guard error.isOfEntry else { throw error }
        announcer.announce(.noted(.notRepaired(error.error.message)))
        return false
      }
    }
  }
}
