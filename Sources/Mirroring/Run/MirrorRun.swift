import Catalog
import Foundation
import Inspection
import LocalFiles
import MirrorCore
import Sidecars
import Threads

/// One run and its resources: owns everything that is opened at its start and closes it at its end, also if
/// the start fails half way.
final class MirrorRun: Sendable {
  private let started = ContinuousClock.now
  private let announcer: Announcer
  private let disk: ThreadPool
  private let decoders: ThreadPool
  private let hands: ThreadPool
  private let mirror: OpenedMirror
  private let store: OpenedStore
  private let input: RunInput
  private let walk: Walk
  private let interruption: Interruption
  private let limits: RunLimits
  private let albums: AlbumKind
  private let dedupe: Dedupe

  /// Threads that sync files at once: the kernel merges their disk requests.
  private static let diskThreads = 4
  /// Groups of stored photos: long enough for a dozen, too short to be noticed.
  private static let groupInterval = Duration.milliseconds(30)

  /// - Throws: Why the run cannot begin; nothing stays open, and the delegate receives no event.
  static func open(
    _ configuration: MirrorConfiguration, delegate: (any MirrorDelegate)?,
    input: RunInput.Opening = RunInput.site
  ) async throws(MirrorError) -> MirrorRun {
    var closing = Closing()
    do throws(MirrorError) {
      return try await MirrorRun(configuration, delegate: delegate, input, closing: &closing)
    } catch {
      await closing.run()
      throw error
    }
  }

  /// - Parameter closing: Receives the step that closes each resource.
  private init(
    _ configuration: MirrorConfiguration, delegate: (any MirrorDelegate)?,
    _ opening: RunInput.Opening, closing: inout Closing
  ) async throws(MirrorError) {
    let disk = ThreadPool(name: "disk", width: Self.diskThreads)
    closing.add { await disk.shutdown() }
    let mirror = try await OpenedMirror.open(configuration, on: disk)
    closing.add { await mirror.catalog.close() }
    let announcer = Announcer(delegate)
    closing.add { await announcer.close() }
    if let store = mirror.store, configuration.albums != .none || configuration.dedupe != .none {
      throw .directory(
        "folders of albums and shared files need a directory, and the photos are in \(store.name)",
        .remoteStore)
    }
    let store = try await OpenedStore.open(
      mirror.store, for: mirror.directory, on: disk, sidecars: mirror.settings.sidecars,
      network: StoreNetwork(configuration.options, whenStuck: configuration.whenStuck),
      unsynced: mirror.unsynced)
    closing.add { await store.close() }
    let destination = store.destination
    let interruption = Interruption()
    let limits = RunLimits(configuration, destination: destination, interruption)
    let input = try opening(configuration, announcer, limits.count)
    closing.add { await input.close() }
    // One thread more than cores: a thread that waits for its worker process, or digests a file, leaves a core idle.
    let decoders = ThreadPool(
      name: "decode", width: ProcessInfo.processInfo.activeProcessorCount + 1,
      niceness: configuration.decodingNiceness)
    closing.add { await decoders.shutdown() }
    let hands = ThreadPool(name: "walk", width: 1)
    closing.add { await hands.shutdown() }
    let ports = Ports(
      catalog: mirror.catalog, destination: destination,
      workspace: LocalWorkspace(mirror.directory, pool: disk),
      media: CodecInspector(
        pool: decoders, limits: configuration.imageLimits, processes: configuration.decoders),
      network: input.network, provider: input.provider,
      sidecars: SidecarMerge())
    let account = CallAccount(configuration)
    let pace = CallPace(
      configuration.callLimits,
      remembered: ProcessBudgets.latest(of: account, try await mirror.catalog.budget(of: account)),
      announcer: announcer
    ) {
      ProcessBudgets.note($0, of: account)
      try await mirror.catalog.noteBudget($0, of: account)
    }
    var options = WalkOptions(configuration, mirror.settings)
    (options.executor, options.groupInterval) = (hands, Self.groupInterval)
    walk = Walk(
      options, ports: ports, announcer: announcer,
      resumption: configuration.readsListing
        ? try await mirror.resumption(configuration) : Resumption(), pace: pace)
    // The last step that can throw: a delegate that receives a start also receives an end.
    let notes =
      configuration.readsListing
      ? [
        try await mirror.change(of: configuration), try await mirror.changeOfNames(),
      ].compactMap(\.self) : []
    announcer.announce(.started(RunFacts(configuration, mirror)))
    for note in notes { announcer.announce(.noted(note)) }
    (self.announcer, self.disk, self.decoders) = (announcer, disk, decoders)
    self.hands = hands
    (self.mirror, self.input, self.interruption, self.limits) = (
      mirror, input, interruption, limits
    )
    self.store = store
    (albums, dedupe) = (configuration.albums, configuration.dedupe)
  }

  /// Runs the walk, then closes everything.
  func finish() async -> MirrorSummary {
    let watchdog = limits.watchdog()
    defer { watchdog?.stop() }
    var ending = await limits.whileWatched { await self.ending() }
    await input.close()
    await decoders.shutdown()
    await hands.shutdown()
    await disk.run { [mirror] in mirror.unsynced.sync() }
    await mirror.close(after: ending, on: disk)
    await store.close()
    // The lock is still held.
    if !ending.isOfDirectory, mirror.store == nil, let error = await arrangeFiles() {
      ending = .directoryFailed(error)
    }
    await disk.shutdown()
    return await announcer.finish(
      ending, isListingComplete: await walk.progress.isComplete,
      elapsed: started.duration(to: .now))
  }

  /// Shares files and builds albums, as the options say.
  /// - Returns: What went wrong; nil if nothing.
  private func arrangeFiles() async -> MirrorError? {
    let (files, folders) = (
      SharedFiles(in: mirror.directory), AlbumFolders(in: mirror.directory, albums)
    )
    do throws(MirrorError) {
      if dedupe == .link {
        let totals = try await disk.run { () throws(MirrorError) in try files.share() }
        if totals.files > 0 {
          announcer.announce(.noted(.shared(files: totals.files, byteCount: totals.byteCount)))
        }
        if let obstacle = totals.obstacle { announcer.announce(.noted(.notShared(obstacle))) }
      }
      let totals = try await disk.run { () throws(MirrorError) in try folders.build() }
      if totals.changed > 0 {
        announcer.announce(.noted(.albums(changed: totals.changed, all: totals.albums)))
      }
      return nil
    } catch {
      return error
    }
  }

  private func ending() async -> MirrorSummary.Ending {
    do {
      try await walk.run(interruption.attach)
      if walk.sourceFailure == nil { try await input.afterwards(mirror.catalog) }
    } catch {
      if Task.isCancelled { return .interrupted }
      if let ending = interruption.ending { return ending }
      return .init(MirrorError(readingSource: error))
    }
    return walk.sourceFailure.map { .sourceFailed($0) } ?? .finished
  }
}

extension MirrorSummary.Ending {
  fileprivate var isOfDirectory: Bool {
    if case .directoryFailed = self { true } else { false }
  }
}

/// The steps that close the resources opened so far.
private struct Closing {
  private var steps: [@Sendable () async -> Void] = []

  mutating func add(_ step: @escaping @Sendable () async -> Void) { steps.append(step) }

  /// Closes in the reverse order of opening.
  func run() async { for step in steps.reversed() { await step() } }
}

extension RunFacts {
  fileprivate init(_ configuration: MirrorConfiguration, _ mirror: OpenedMirror) {
    self.init(
      source: configuration.source, directory: mirror.directory.path,
      isResuming: mirror.catalog.source.isUnderway, isDryRun: false, isNewMirror: mirror.isNew,
      store: mirror.store?.text)
  }
}

/// A run over one source into one directory.
///
/// A run can be stopped at any time, by a cancelled task or a kill: the next run over the same source and
/// directory resumes it.
public final class Mirror: Sendable {
  private let configuration: MirrorConfiguration
  private let delegate: (any MirrorDelegate)?

  /// - Parameter delegate: Retained until the run is over.
  public init(_ configuration: MirrorConfiguration, delegate: (any MirrorDelegate)? = nil) {
    self.configuration = configuration
    self.delegate = delegate
  }

  /// Runs the mirror and returns its summary. Call once. If its task is cancelled, transfers are aborted and
  /// complete photos are stored.
  /// - Throws: ``MirrorError`` if the run cannot begin: the directory is locked or not writable, or the
  ///   catalog cannot be used. Later failures are in the summary.
  public func run() async throws(MirrorError) -> MirrorSummary {
    try await MirrorRun.open(configuration, delegate: delegate).finish()
  }
}
