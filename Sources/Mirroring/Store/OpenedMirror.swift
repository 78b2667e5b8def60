import Operations
import ProviderKit

/// A mirror's directory with its one writer's lock and catalog, ready for a run.
struct OpenedMirror: Sendable {
  let directory: MirrorDirectory
  let lock: DirectoryLock
  let keeper: CatalogKeeper
  /// Folders that this run made.
  private let made: [String]

  /// Whether the directory was no mirror before.
  var isNew: Bool { made.contains(directory.state) }

  /// Makes or opens everything on the given pool.
  static func open(
    _ configuration: MirrorConfiguration, on pool: ThreadPool
  ) async throws(MirrorError) -> OpenedMirror {
    let (mirror, left) = try await pool.run { () throws(MirrorError) in
      let opened = try OpenedMirror(configuration)
      return (opened, try PartFolder(opened.directory).names())
    }
    let waiting = try await mirror.keeper.waiting(
      among: Set(left.compactMap(PartFolder.photo)))
    try await pool.run { () throws(MirrorError) in
      try PartFolder(mirror.directory).remove(left, except: waiting)
    }
    return mirror
  }

  /// Blocks.
  private init(_ configuration: MirrorConfiguration) throws(MirrorError) {
    directory = MirrorDirectory(configuration.directory)
    made = try directory.prepare()
    lock = try DirectoryLock(directory)
    keeper = try CatalogKeeper(
      directory, source: configuration.source, provider: configuration.provider.manifest.name)
  }

  /// Closes the catalog; of a run that failed before the source gave anything, nothing stays behind.
  func close(after ending: MirrorSummary.Ending, on pool: ThreadPool) async {
    var isEmpty = false
    switch ending {
    case .sourceFailed, .directoryFailed:
      isEmpty = (try? await keeper.forgetSource()) ?? false
    case .finished, .interrupted, .limited: break
    }
    await keeper.close()
    if isEmpty { await pool.run { directory.takeBack(made) } }
  }

  /// Where an interrupted run over the whole listing goes on, with how many photos lie before it. A
  /// run that begins one is noted as under way.
  func resumption(
    _ configuration: MirrorConfiguration
  ) async throws(MirrorError) -> (cursor: String?, doneBefore: Int) {
    let source = keeper.source
    guard configuration.limit == nil else { return (nil, 0) }
    guard source.isUnderway, let cursor = source.cursor else {
      try await keeper.noteCursor(nil)
      return (nil, 0)
    }
    return (cursor, try await keeper.mirroredCount())
  }
}
