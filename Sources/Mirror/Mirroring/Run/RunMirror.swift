import Catalog
import LocalFiles
import MirrorCore
import Threads

/// A mirror's directory with its lock and catalog, ready for a run.
struct RunMirror: Sendable {
  let directory: MirrorDirectory
  let lock: LockedDirectory
  let catalog: RunCatalog
  let settings: MirrorSettings
  /// The object store with its photos; nil for its directory.
  let store: StoreLocation?
  /// What the run does not sync until its end.
  let unsynced: UnsyncedCompanions

  /// Whether the directory was not a mirror before.
  var isNew: Bool { lock.made.contains(directory.state) }

  /// Makes or opens everything on the given pool.
  static func open(
    _ configuration: MirrorConfiguration, on pool: ThreadPool
  ) async throws(MirrorError) -> RunMirror {
    let mirror = try await pool.run { () throws(MirrorError) in
      try RunMirror(configuration)
    }
    do throws(MirrorError) {
      if mirror.store == nil {
        try await OpenedStore.open(nil, for: mirror.directory, on: pool)
          .completeRenames(mirror.catalog.thread)
      }
      try await mirror.discardIncomplete()
      try await mirror.sweepParts(on: pool, isUpgrade: configuration.options.isUpgrade)
      return mirror
    } catch {
      await mirror.catalog.close()
      throw error
    }
  }

  /// Blocks.
  private init(
    _ configuration: MirrorConfiguration
  ) throws(MirrorError) {
    let mirror = configuration.mirror
    directory = mirror.directory
    lock = try LockedDirectory(preparing: directory)
    let provider = configuration.provider.manifest.name
    do throws(MirrorError) {
      if configuration.acceptsLosses { try mirror.setAsideEmptiedCatalog() }
      let file = try mirror.openCatalog()
      store = try mirror.chooseStore(in: file)
      unsynced = UnsyncedCompanions(directory)
      do throws(CatalogError) {
        settings = try MirrorSettings(configuration.options, recordedIn: file)
        catalog = try RunCatalog(file, source: configuration.source, provider: provider)
      } catch {
        throw MirrorError(error)
      }
    } catch {
      // Otherwise a refused catalog's address would stay in a directory without photos.
      directory.remove(lock.made)
      throw error
    }
  }

  /// Removes thumbnails and sidecars that a run which did not end in order may have left incomplete, so that this run
  /// makes them again.
  private func discardIncomplete() async throws(MirrorError) {
    try await catalog.query { [unsynced, settings] catalog throws(CatalogError) in
      guard let since = unsynced.since else { return }
      var last: Int64 = 0
      while case let photos = try catalog.stored(after: last, limit: 500), let end = photos.last {
        last = end.file.id
        unsynced.discardIncomplete(photos.map(\.files), of: settings.sidecars, since: since)
      }
    }
  }

  /// Deletes parts that no run can resume. Parts of mirrored photos are those of an upgrade, which only another
  /// one resumes.
  private func sweepParts(on pool: ThreadPool, isUpgrade: Bool) async throws(MirrorError) {
    let parts = PartFolder(directory)
    let names = try await pool.run { () throws(MirrorError) in try parts.names() }
    let photos = Set(names.compactMap(PartFolder.photo))
    let waiting = isUpgrade ? photos : try await catalog.waiting(among: photos)
    try await pool.run { () throws(MirrorError) in try parts.remove(names, except: waiting) }
  }

  /// Closes the catalog. If the run failed before the source returned anything, the new mirror is removed
  /// again.
  func close(after ending: MirrorSummary.Ending, on pool: ThreadPool) async {
    var isEmpty = false
    let (outcome, reason) = ending.ofPass
    // A pass without a recorded end is resumed as well.
    try? await catalog.endPass(as: outcome, reason: reason)
    switch ending {
    case .sourceFailed, .directoryFailed:
      isEmpty = (try? await catalog.forgetSource()) ?? false
    case .finished, .interrupted, .limited: break
    }
    await catalog.close()
    if isEmpty { await pool.run { directory.remove(lock.made) } }
  }

  /// Closes the catalog of a run that begins nothing, and removes the folders that it made.
  func leave(on pool: ThreadPool) async {
    await catalog.close()
    await pool.run { directory.remove(lock.made) }
  }

  /// The point at which an interrupted run over the complete listing resumes. A run that begins a pass is
  /// recorded as in progress.
  func resumption(_ configuration: MirrorConfiguration) async throws(MirrorError) -> Resumption {
    let pass = try await catalog.beginPass(isLimited: configuration.limit != nil)
    guard let cursor = pass.cursor else { return Resumption() }
    return Resumption(cursor: cursor, doneBefore: try await catalog.mirroredCount())
  }
}

extension MirrorSummary.Ending {
  /// The outcome of an incomplete pass, and the reason.
  fileprivate var ofPass: (PassRecord.Outcome, String) {
    switch self {
    case .finished: (.cutShort, "the photo limit was reached")
    case .interrupted: (.cutShort, "interrupted")
    case .limited(.bytes): (.cutShort, "the byte limit was reached")
    case .limited(.time): (.cutShort, "the time limit was reached")
    case .sourceFailed(let error), .directoryFailed(let error): (.failed, error.message)
    }
  }
}

extension RunMirror {
  /// A note if the run has another template for names, which applies to new photos only; nil if not.
  func changeOfNames() async throws(MirrorError) -> MirrorNote? {
    guard settings.earlierNames != nil, !isNew else { return nil }
    let count = try await catalog.mirroredCount()
    return count > 0 ? .namesChanged(photos: count, directory: directory.path) : nil
  }

  /// Records the options of the run, and the size and the thumbnails that it requests.
  /// - Returns: A note if they differ from the source's last choices, since they apply to new photos only;
  ///   nil if nothing changes.
  func change(of configuration: MirrorConfiguration) async throws(MirrorError) -> MirrorNote? {
    if let words = configuration.recordedOptions, words != catalog.source.options {
      try await catalog.noteOptions(words)
    }
    let options = configuration.options
    let choices = SourceChoices(size: options.size, thumbnailEdge: options.thumbnailEdge)
    guard choices != catalog.source.choices else { return nil }
    try await catalog.noteChoices(choices)
    guard !options.isUpgrade, let before = catalog.source.choices else { return nil }
    let count = try await catalog.mirroredCount()
    return count > 0 ? .choicesChanged(photos: count, before: before, now: choices) : nil
  }
}
