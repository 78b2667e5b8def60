import Locking

/// Finds removed files of all photos of a source. Photos that the listing no longer shows are checked nowhere
/// else.
struct LossSweep: Sendable {
  private static let batchSize = 500

  let destination: MirrorFiles
  let catalog: any PhotoCatalog
  let companions: CompanionRepair
  let announcer: Announcer
  /// The number of photos that this run has stored, with all companions.
  let stored: Locked<Int>

  /// Records the photos whose files are missing, so that they are mirrored again, and writes missing
  /// thumbnails and sidecars. Takes some microseconds for each mirrored photo on a local disk.
  func run() async throws {
    // All are new: their files were there a moment ago.
    let new = stored.withLock(\.self)
    if new > 0, try await catalog.mirroredCount() == new { return }
    var last: Int64 = 0
    var (lostSidecars, lostFiles) = (0, 0)
    while let records = try await batch(after: last), let end = records.last {
      last = end.id
      let mirrored = records.compactMap { record in record.storedFiles.map { (record, $0) } }
      let looks = try await destination.look(for: mirrored.map(\.1))
      var gaps: [CompanionRepair.Gap] = []
      for ((record, _), look) in zip(mirrored, looks) where !look.isComplete {
        // Also of a lost thumbnail: none can be made of a video's file.
        let photo = try await catalog.metadata(of: record.id)
        gaps.append(.init(record: record, photo: photo, look: look))
      }
      let lost = gaps.filter { !$0.look.isThere }.map(\.record.id)
      if !lost.isEmpty { try await catalog.noteLosses(lost) }
      lostFiles += lost.count
      let rest = gaps.filter(\.look.isThere)
      lostSidecars += rest.count { !$0.look.hasSidecar && $0.photo == nil }
      try await companions.repair(rest)
    }
    if lostFiles > 0 { announcer.announce(.noted(.filesLost(lostFiles))) }
    if lostSidecars > 0 { announcer.announce(.noted(.sidecarsLost(lostSidecars))) }
  }

  private func batch(after id: Int64) async throws -> [PhotoRecord]? {
    try Task.checkCancellation()
    let records = try await catalog.mirrored(after: id, limit: Self.batchSize)
    return records.isEmpty ? nil : records
  }
}
