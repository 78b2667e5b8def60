import Operations
import ProviderKit

/// Writes missing sidecars and thumbnails of mirrored photos again.
struct CompanionRepair: Sendable {
  /// A mirrored photo that lacks its sidecar, its thumbnail, or both.
  struct Gap: Sendable {
    let record: PhotoRecord
    /// From its listing or the catalog; nil if there is no metadata for a sidecar.
    let photo: Photo?
    let look: FileLook
  }

  let destination: any PhotoDestination
  let catalog: any PhotoCatalog
  let inspector: FileInspection
  let announcer: Announcer
  let sidecars: SidecarChoice
  /// The provider's name, for sidecars.
  let provider: String
  /// The number of files decoded at once.
  let width: Int
  let stills: StillReader

  /// Writes the missing files, and reports their number.
  func repair(_ gaps: [Gap]) async throws {
    let written = try await writeSidecars(gaps.filter { !$0.look.hasSidecar })
    let thumbnails =
      inspector.thumbnailEdge == nil
      ? 0 : try await writeThumbnails(gaps.filter { !$0.look.hasThumbnail })
    guard written + thumbnails > 0 else { return }
    announcer.announce(.noted(.repaired(sidecars: written, thumbnails: thumbnails)))
  }

  /// Makes thumbnails again, and reports their number.
  func remake(_ gaps: [Gap]) async throws {
    let made = try await writeThumbnails(gaps)
    if made > 0 { announcer.announce(.noted(.thumbnailsRemade(made))) }
  }

  private func writeSidecars(_ gaps: [Gap]) async throws -> Int {
    var placements: [Placement] = []
    for gap in gaps {
      guard let photo = gap.photo, let path = gap.record.path else { continue }
      let picture = try await catalog.picture(of: gap.record.id, photo)
      placements.append(
        Placement(
          path: path, picture: .stored,
          companions: Companion.sidecars(
            of: photo, beside: picture, sidecars, provider: provider)))
    }
    return try await place(placements)
  }

  /// A file that cannot be decoded is recorded, and not tried again.
  private func writeThumbnails(_ gaps: [Gap]) async throws -> Int {
    var placements: [Placement] = []
    for batch in stride(from: 0, to: gaps.count, by: width) {
      let batch = gaps[batch..<min(batch + width, gaps.count)]
      try Task.checkCancellation()
      placements += try await withThrowingTaskGroup(of: Placement?.self) { group in
        for gap in batch { group.addTask { try await thumbnail(of: gap) } }
        return try await group.reduce(into: []) { $0 += $1.map { [$0] } ?? [] }
      }
    }
    let made = try await place(placements)
    let stems = Set(placements.flatMap(\.thumbnailStems))
    let new = gaps.map(\.record).filter { !$0.hasThumbnail && stems.contains($0.stem) }
    try await catalog.noteThumbnails(new.map(\.id))
    return made
  }

  private func thumbnail(of gap: Gap) async throws -> Placement? {
    guard let path = gap.record.path else { return nil }
    if gap.photo?.media == .video { return await thumbnail(ofVideo: gap, at: path) }
    let reason: String
    do {
      let inspection = try await destination.inspection(of: path, by: inspector)
      if let thumbnail = inspection.thumbnail {
        return Placement(
          path: path, picture: .stored,
          companions: [.thumbnail(thumbnail, stem: gap.record.stem)])
      }
      reason = inspection.thumbnailFailure ?? inspection.undecodedReason ?? "it failed"
    } catch let failure as PhotoFailure {
      reason = failure.reason
    }
    try await catalog.noteThumbnailLoss(gap.record.id)
    announcer.announce(.noted(.noThumbnail(path: path, reason: reason)))
    return nil
  }

  /// Of the still in its listing; a later listing may have one that this one lacks.
  private func thumbnail(ofVideo gap: Gap, at path: String) async -> Placement? {
    guard let edge = inspector.thumbnailEdge,
      let still = await stills.bytes(of: gap.photo?.renditions.still(edge: edge)),
      let thumbnail = await inspector.thumbnail(of: still)
    else { return nil }
    return Placement(
      path: path, picture: .stored,
      companions: [.thumbnail(thumbnail, stem: gap.record.stem)])
  }

  /// - Returns: The number of files written.
  private func place(_ placements: [Placement]) async throws -> Int {
    guard !placements.isEmpty else { return 0 }
    var count = 0
    for result in await destination.place(placements) {
      do throws(StorageError) {
        let failures = try result.get()
        for failure in failures { announcer.announce(.noted(.notRepaired(failure.message))) }
        count += failures.isEmpty ? 1 : 0
      } catch {
        guard error.isOfEntry else { throw error }
        announcer.announce(.noted(.notRepaired(error.error.message)))
      }
    }
    return count
  }
}

extension Placement {
  fileprivate var thumbnailStems: [String] {
    companions.compactMap { if case .thumbnail(_, let stem) = $0 { stem } else { nil } }
  }
}
