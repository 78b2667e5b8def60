import Catalog
import Foundation
import LocalFiles
import MirrorCore
import Operations
import Threads

/// A run over one source into one mirror.
///
/// A run can be stopped at any time, by a cancelled task or a kill: the next run over the same source and
/// mirror resumes it.
public struct MirrorRun: Sendable {
  /// What became of the walk.
  private struct Outcome: Sendable {
    var ending: MirrorSummary.Ending
    let isListingComplete: Bool
  }

  private let configuration: MirrorConfiguration
  private let delegate: (any MirrorDelegate)?
  private let openInput: RunInput.Opening

  /// - Parameter delegate: Retained until the run is over.
  public init(_ configuration: MirrorConfiguration, delegate: (any MirrorDelegate)? = nil) {
    self.init(configuration, delegate, reading: RunInput.site)
  }

  /// - Parameter openInput: Opens what the run reads.
  init(
    _ configuration: MirrorConfiguration, _ delegate: (any MirrorDelegate)?,
    reading openInput: @escaping RunInput.Opening
  ) {
    (self.configuration, self.delegate, self.openInput) = (configuration, delegate, openInput)
  }

  /// Runs the mirror and returns its summary. If its task is cancelled, transfers are aborted and
  /// complete photos are stored.
  /// - Throws: ``MirrorError`` if the run cannot begin: the directory is locked or not writable, or the
  ///   catalog cannot be used. The delegate receives no event then. Later failures are in the summary.
  public func run() async throws(MirrorError) -> MirrorSummary {
    let started = ContinuousClock.now
    let announcer = Announcer(delegate)
    let threads = RunThreads(niceness: configuration.decodingNiceness)
    do {
      let outcome = try await whileOpen {
        try await run(announcer, since: started, on: threads)
      } close: {
        await threads.shutdown()
      }
      return await announcer.finish(
        outcome.ending, isListingComplete: outcome.isListingComplete,
        elapsed: started.duration(to: .now))
    } catch {
      await announcer.close()
      throw MirrorError(readingSource: error)
    }
  }

  private func run(
    _ announcer: Announcer, since started: ContinuousClock.Instant, on threads: RunThreads
  ) async throws -> Outcome {
    try await threads.disk.run { [configuration] () throws(MirrorError) in
      if !configuration.acceptsLosses { try configuration.mirror.checkForLostCatalog() }
    }
    let mirror = try await RunMirror.open(configuration, on: threads.disk)
    do {
      try checkStore(of: mirror)
      let store = try await OpenedStore.open(
        mirror.store, for: mirror.directory, on: threads.disk, sidecars: mirror.settings.sidecars,
        network: StoreNetwork(configuration.options, whenStuck: configuration.whenStuck),
        unsynced: mirror.unsynced)
      let outcome = try await whileOpen {
        do {
          try await store.check(
            mirror.catalog.thread, of: configuration.mirror,
            for: .run(acceptsLosses: configuration.acceptsLosses), marks: true)
        } catch {
          await mirror.leave(on: threads.disk)
          throw error
        }
        try await store.completeRenames(mirror.catalog.thread)
        let outcome = try await run(mirror, store, announcer, on: threads)
        if !outcome.ending.isOfDirectory {
          await leaveSnapshot(of: mirror, store, announcer, since: started, threads)
        }
        return outcome
      } close: {
        await store.close()
      }
      await mirror.close(after: outcome.ending, on: threads.disk)
      return outcome
    } catch {
      await mirror.catalog.close()
      throw error
    }
  }

  private func checkStore(of mirror: RunMirror) throws(MirrorError) {
    guard let store = mirror.store, configuration.albums != .none || configuration.dedupe != .none
    else { return }
    throw .directory(
      "folders of albums and shared files need a directory, and the photos are in \(store.name)",
      .remoteStore)
  }

  private func run(
    _ mirror: RunMirror, _ store: OpenedStore, _ announcer: Announcer, on threads: RunThreads
  ) async throws -> Outcome {
    let interruption = Interruption()
    let limits = RunLimits(configuration, destination: store.files, interruption)
    let watchdog = limits.watchdog()
    defer { watchdog?.stop() }
    let input = try openInput(configuration, announcer, limits.count)
    var outcome = try await whileOpen {
      let walk = try await walk(mirror, store, input, announcer, on: threads)
      try await announceStart(of: mirror, announcer)
      // Nothing is thrown from here on: a delegate that receives a start also receives an end.
      let ending = await limits.whileWatched {
        await finish(walk, input, mirror, interruption)
      }
      return Outcome(ending: ending, isListingComplete: await walk.progress.isComplete)
    } close: {
      await input.close()
    }
    if !configuration.details.isEmpty, let count = try? await mirror.catalog.pendingDetails() {
      announcer.note(pendingDetails: count)
    }
    await threads.disk.run { mirror.unsynced.sync() }
    if !outcome.ending.isOfDirectory, mirror.store == nil {
      do { try await arrangeFiles(of: mirror, announcer) } catch {
        outcome.ending = .directoryFailed(MirrorError(readingSource: error))
      }
    }
    return outcome
  }

  /// A failure only costs the snapshot.
  private func leaveSnapshot(
    of mirror: RunMirror, _ store: OpenedStore, _ announcer: Announcer,
    since started: ContinuousClock.Instant, _ threads: RunThreads
  ) async {
    let snapshots = Snapshots(
      directory: mirror.directory, catalog: mirror.catalog.thread, store: store, disk: threads.disk)
    do {
      guard try await mirror.catalog.hasFiles() else { return }
      if announcer.hasUntracedChanges { return try await snapshots.leave() }
      try await snapshots.leaveDaily(
        run: started.duration(to: .now), hasChanges: announcer.hasChanges)
    } catch {
      announcer.announce(.noted(.noSnapshot(reason: error.message)))
    }
  }

  private func walk(
    _ mirror: RunMirror, _ store: OpenedStore, _ input: RunInput, _ announcer: Announcer,
    on threads: RunThreads
  ) async throws -> Walk {
    let account = CallAccount(configuration)
    let remembered = try await mirror.catalog.budget(of: account)
    let pace = CallPace(
      configuration.callLimits, remembered: ProcessBudgets.latest(of: account, remembered),
      announcer: announcer
    ) {
      ProcessBudgets.note($0, of: account)
      try await mirror.catalog.noteBudget($0, of: account)
    }
    return Walk(
      WalkOptions(configuration, mirror.settings, on: threads),
      ports: Ports(
        configuration, catalog: mirror.catalog, store: store,
        workspace: LocalWorkspace(mirror.directory, pool: threads.disk), input: input,
        on: threads),
      announcer: announcer,
      resumption: configuration.readsListing
        ? try await mirror.resumption(configuration) : Resumption(), pace: pace)
  }

  private func announceStart(of mirror: RunMirror, _ announcer: Announcer) async throws {
    var notes: [MirrorNote?] = []
    if configuration.readsListing {
      notes = [try await mirror.change(of: configuration), try await mirror.changeOfNames()]
    }
    announcer.announce(
      .started(
        RunFacts(
          source: configuration.source, directory: mirror.directory.path,
          isResuming: mirror.catalog.source.isUnderway, isDryRun: false, isNewMirror: mirror.isNew,
          store: mirror.store?.text)))
    for case let note? in notes { announcer.announce(.noted(note)) }
  }

  private func finish(
    _ walk: Walk, _ input: RunInput, _ mirror: RunMirror, _ interruption: Interruption
  ) async -> MirrorSummary.Ending {
    do {
      let operation = GroupOperation { group in
        try await group.run(walk.operation())
        guard walk.sourceFailure == nil else { return }
        try await input.afterwards(mirror.catalog)
        try await group.run(walk.albumTags())
      }
      interruption.attach(operation)
      try await operation.run()
    } catch {
      if Task.isCancelled { return .interrupted }
      return interruption.ending ?? .init(MirrorError(readingSource: error))
    }
    return walk.sourceFailure.map { .sourceFailed($0) } ?? .finished
  }

  /// Shares files and builds albums, as the options say.
  private func arrangeFiles(of mirror: RunMirror, _ announcer: Announcer) async throws {
    let (directory, albums) = (mirror.directory, configuration.albums)
    if configuration.dedupe == .link {
      let totals = try await mirror.catalog.perform { try SharedFiles(in: directory, $0).share() }
      if totals.files > 0 {
        announcer.announce(.noted(.shared(files: totals.files, byteCount: totals.byteCount)))
      }
      if let obstacle = totals.obstacle { announcer.announce(.noted(.notShared(obstacle))) }
    }
    let totals = try await mirror.catalog.perform {
      try AlbumFolders(in: directory, $0, albums).build()
    }
    if totals.changed > 0 {
      announcer.announce(.noted(.albums(changed: totals.changed, all: totals.albums)))
    }
  }
}

extension MirrorSummary.Ending {
  fileprivate var isOfDirectory: Bool {
    if case .directoryFailed = self { true } else { false }
  }
}
