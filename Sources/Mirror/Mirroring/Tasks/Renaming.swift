import Catalog
import MirrorCore

/// Gives the photos of a mirror the names of a template, files and records.
///
/// A kill at any time loses nothing: the next `rename` or run completes what was begun, and a repeated `rename`
/// does the rest.
public struct Renaming: Sendable {
  /// The result for a photo, or for a file beside it.
  public typealias Step = RenameStep

  /// The counts of a renaming.
  public struct Totals: Sendable, Hashable {
    /// Photos that have new names; in a dry run, photos that would get them.
    public fileprivate(set) var moved = 0
    /// Photos that have their names already.
    public fileprivate(set) var unchanged = 0
    /// Photos without metadata in the catalog.
    public fileprivate(set) var unknown = 0
    /// Photos, and files beside them, that keep their names because another file has the new one, or because of an
    /// error.
    public fileprivate(set) var kept = 0
    public init() {}
  }

  private let mirror: Mirror
  private let template: NameTemplate?
  private let isDryRun: Bool

  /// - Parameter template: The names from now on; nil for the mirror's own.
  public init(in mirror: Mirror, template: NameTemplate?, isDryRun: Bool = false) {
    (self.mirror, self.template, self.isDryRun) = (mirror, template, isDryRun)
  }

  /// Renames photo by photo, in the order in which they were first listed.
  /// - Throws: ``MirrorError`` if there is no mirror, or if it fails; `CancellationError` between two batches.
  public func run(_ tell: (Step) -> Void) async throws -> Totals {
    try await mirror.open(isDryRun ? .reading : .changing) { open in
      try await open.withStore(writes: !isDryRun) { store in
        let template = try await open.perform { try choice(in: $0) }
          .limited(to: await store.files.longestName())
        var totals = Totals()
        var last = Int64(0)
        while true {
          try Task.checkCancellation()
          let batch = try await renameBatch(after: last, template, store, open)
          guard let end = batch.last else {
            // Files that a snapshot names otherwise would be fetched again.
            if !isDryRun { await open.leaveSnapshot(in: store) }
            return totals
          }
          last = end
          totals.unchanged += batch.unchanged
          totals.unknown += batch.unknown
          for step in batch.steps {
            if case .moved = step { totals.moved += 1 } else { totals.kept += 1 }
            tell(step)
          }
          if let error = batch.error { throw error }
        }
      }
    }
  }

  /// The names from now on, which are recorded.
  private func choice(in catalog: Catalog) throws(CatalogError) -> NameTemplate {
    let own = try MirrorSettings.names(recordedIn: catalog)
    if !isDryRun, let template, template != own { try MirrorSettings.note(template, in: catalog) }
    return template ?? own
  }

  private struct Batch: Sendable {
    /// Nil at the end.
    var last: Int64?
    var unchanged = 0
    var unknown = 0
    var renames: [PhotoRename] = []
    var steps: [Step] = []
    /// Why some of its photos have not been renamed, and others were not tried.
    var error: MirrorError?
  }

  private func renameBatch(
    after last: Int64, _ template: NameTemplate, _ store: OpenedStore, _ open: OpenMirror
  ) async throws -> Batch {
    var batch = try await open.perform { try plan(after: last, template, $0) }
    if isDryRun {
      batch.steps = try await foresee(batch.renames, in: store.files)
    } else {
      let outcome = try await PhotoRenames(files: store.files, catalog: open.catalog)
        .move(batch.renames)
      (batch.steps, batch.error) = (outcome.steps, outcome.error)
    }
    return batch
  }

  /// The names that photos get, which are reserved unless it is a dry run.
  private func plan(
    after last: Int64, _ names: NameTemplate, _ catalog: Catalog
  ) throws(CatalogError) -> Batch {
    let photos = try catalog.named(after: last, limit: PhotoRenames.batchSize)
    var batch = Batch(last: photos.last?.id)
    for photo in photos {
      guard let metadata = photo.metadata else {
        batch.unknown += photo.isMirrored ? 1 : 0
        continue
      }
      let stem = try catalog.freeStem(FileStem(of: metadata, names).path, ofPhoto: photo.id)
      guard stem != photo.stem else {
        batch.unchanged += photo.isMirrored ? 1 : 0
        continue
      }
      batch.renames.append(
        PhotoRename(
          id: photo.id, oldStem: photo.stem, newStem: stem, path: photo.path,
          isMirrored: photo.isMirrored))
    }
    if !isDryRun { try catalog.beginRenames(batch.renames) }
    return batch
  }

  private func foresee(
    _ renames: [PhotoRename], in files: MirrorFiles
  ) async throws(StorageError) -> [Step] {
    let renames = renames.filter { $0.isMirrored && $0.path != nil }
    return zip(renames, try await files.areOccupied(renames.map(\.names))).map {
      rename, isOccupied in
      let (path, newPath) = (rename.path ?? "", rename.newPath ?? "")
      return isOccupied
        ? .kept(path: path, reason: "another file already exists at \(newPath)")
        : .moved(from: path, to: newPath)
    }
  }
}
