import Operations
import ProviderKit

/// Writes sidecars and thumbnails of mirrored photos again that were removed.
struct CompanionRepair: Sendable {
  /// A mirrored photo that lacks one or both.
  struct Gap: Sendable {
    let record: PhotoRecord
    /// Nil if no listing shows it, so that there is nothing to write into a sidecar.
    let photo: Photo?
    let look: FileLook
  }

  let destination: any PhotoDestination
  let catalog: any PhotoCatalog
  let inspector: FileInspection
  let announcer: Announcer
  /// The provider's name, for sidecars.
  let provider: String
  /// Files decoded at once.
  let width: Int

  /// Fills the gaps, and reports how many.
  func repair(_ gaps: [Gap]) async throws {
    let sidecars = try await writeSidecars(gaps.filter { !$0.look.hasSidecar })
    let thumbnails =
      inspector.thumbnailEdge == nil
      ? 0 : try await writeThumbnails(gaps.filter { !$0.look.hasThumbnail })
    let made = [(sidecars, "sidecar"), (thumbnails, "thumbnail")].filter { $0.0 > 0 }
    guard !made.isEmpty else { return }
    let parts = made.map { "\($0) \($1)\($0 == 1 ? "" : "s")" }.joined(separator: " and ")
    announce(
      "\(parts) had been removed and \(sidecars + thumbnails == 1 ? "is" : "are") made again")
  }

  private func writeSidecars(_ gaps: [Gap]) async throws -> Int {
    let placements = gaps.compactMap { gap -> Placement? in
      guard let photo = gap.photo, let path = gap.record.path else { return nil }
      let sidecar = Companion.sidecar(Sidecar.xmp(of: photo, provider: provider))
      return Placement(path: path, picture: .stored, companions: [sidecar])
    }
    return try await place(placements)
  }

  /// A file that cannot be decoded is noted, and not tried again.
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
    return try await place(placements)
  }

  private func thumbnail(of gap: Gap) async throws -> Placement? {
    guard let path = gap.record.path else { return nil }
    let reason: String
    do {
      let file = try await destination.localFile(of: path)
      let inspection = try await inspector.inspect(fileAt: file, digests: [])
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
    announce("no thumbnail can be made of \(path): \(reason)")
    return nil
  }

  /// - Returns: how many of the files were written.
  private func place(_ placements: [Placement]) async throws -> Int {
    guard !placements.isEmpty else { return 0 }
    var count = 0
    for result in await destination.place(placements) {
      do throws(StorageError) {
        let failures = try result.get()
        for failure in failures { announce(failure.message) }
        count += failures.isEmpty ? 1 : 0
      } catch {
        guard error.isOfEntry else { throw error }
        announce(error.error.message)
      }
    }
    return count
  }

  private func announce(_ text: String) {
    announcer.announce(.noted(NoteFacts(text, isDetail: false)))
  }
}
