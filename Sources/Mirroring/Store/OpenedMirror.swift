import Catalog
import Operations
import ProviderKit

/// A mirror's directory with its one writer's lock and catalog, ready for a run.
struct OpenedMirror: Sendable {
  let directory: MirrorDirectory
  let lock: DirectoryLock
  let keeper: CatalogKeeper
  /// Folders that this run made.
  private let made: [String]
  /// Photos of which an earlier run has left parts.
  private(set) var leftBehind: Set<Int64> = []

  /// Whether the directory was no mirror before.
  var isNew: Bool { made.contains(directory.state) }

  /// Makes or opens everything on the given pool.
  static func open(
    _ configuration: MirrorConfiguration, on pool: ThreadPool
  ) async throws(MirrorError) -> OpenedMirror {
    let (mirror, sweep) = try await pool.run { () throws(MirrorError) in
      let opened = try OpenedMirror(configuration)
      return (opened, try PartSweep(opened.directory))
    }
    let waiting = try await mirror.keeper.waiting(among: sweep.photos)
    try await pool.run { () throws(MirrorError) in try sweep.keep(waiting) }
    var opened = mirror
    opened.leftBehind = waiting
    return opened
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
    // What cannot be noted is the next run's to see: a pass without an end.
    let (outcome, reason) = ending.ofPass
    try? await keeper.endPass(as: outcome, because: reason)
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
    try await keeper.beginPass(isLimited: configuration.limit != nil)
    guard configuration.limit == nil, source.isUnderway, let cursor = source.cursor else {
      return (nil, 0)
    }
    return (cursor, try await keeper.mirroredCount())
  }
}

extension MirrorSummary.Ending {
  /// What became of a pass that is not complete, and why.
  fileprivate var ofPass: (PassRecord.Outcome, String) {
    switch self {
    case .finished: (.cutShort, "a limited number of photos")
    case .interrupted: (.cutShort, "interrupted")
    case .limited(let limit): (.cutShort, limit)
    case .sourceFailed(let error), .directoryFailed(let error): (.failed, error.message)
    }
  }
}
