/// Writes the albums of photos into their sidecars, as tags below `Albums`, once a run's listing has been read: an
/// album may be listed after its photos.
///
/// A sidecar is rewritten only if its photo's albums changed, and the titles are recorded after it: a kill in between
/// repeats the rewrite, which then changes nothing.
struct AlbumTagStage: Sendable {
  private static let batchSize = 256

  let catalog: any PhotoCatalog
  let sidecars: SidecarUpdate
  let announcer: Announcer

  /// - Throws: The error that ends the run, or `CancellationError`.
  func run() async throws {
    guard sidecars.choice.formats.contains(.xmp) else { return }
    var last: Int64 = 0
    var rewritten = 0
    var isWhole = true
    while let batch = try await catalog.dueAlbumTags(after: last, limit: Self.batchSize) {
      try Task.checkCancellation()
      last = batch.last
      let changed = try await write(batch.due.filter { !$0.before.isEmpty })
      // The first albums of a photo are a part of mirroring it, and no news.
      let first = try await write(batch.due.filter(\.before.isEmpty))
      rewritten += changed.count
      isWhole = isWhole && changed.isWhole && first.isWhole
    }
    if isWhole, last > 0 { try await catalog.endAlbumTags() }
    if rewritten > 0 { announcer.announce(.noted(.sidecarsRewritten(rewritten))) }
  }

  /// - Returns: The number of rewritten sidecars, and whether all could be written.
  private func write(_ due: [DueAlbumTags]) async throws -> (count: Int, isWhole: Bool) {
    guard !due.isEmpty else { return (0, true) }
    var changes: [SidecarUpdate.Change] = []
    for photo in due {
      guard let metadata = try await catalog.metadata(of: photo.id) else { continue }
      changes.append(
        .init(
          path: photo.path, before: metadata, after: metadata,
          beside: try await catalog.picture(of: photo.id),
          albums: .init(before: photo.before, after: photo.after), makesMissing: false))
    }
    let count = sidecars.written.withLock(\.self)
    let failed = try await sidecars.update(changes)
    try await catalog.noteAlbumTags(
      Dictionary(due.filter { !failed.contains($0.path) }.map { ($0.id, $0.after) }) { $1 })
    return (sidecars.written.withLock(\.self) - count, failed.isEmpty)
  }
}
