import Catalog
import Fetching
import Foundation
import Inspection
import LocalFiles
import MirrorCore
import Operations
import ProviderLoader

/// One run and its resources: owns everything that is opened at its start and closes it at its end, also if
/// the start fails half way.
final class MirrorRun: Sendable {
  private let started = ContinuousClock.now
  private let announcer: Announcer
  private let disk: ThreadPool
  private let decoders: ThreadPool
  private let providers: ThreadPool
  private let mirror: OpenedMirror
  private let network: CurlNetwork
  private let walk: Walk
  private let interruption: Interruption
  private let limits: RunLimits

  /// Threads that sync files at once: the kernel merges their disk requests.
  private static let diskThreads = 4

  /// - Throws: Why the run cannot begin; nothing stays open, and the delegate receives no event.
  static func open(
    _ configuration: MirrorConfiguration, delegate: (any MirrorDelegate)?
  ) async throws(MirrorError) -> MirrorRun {
    var closing = Closing()
    do throws(MirrorError) {
      return try await MirrorRun(configuration, delegate: delegate, closing: &closing)
    } catch {
      await closing.run()
      throw error
    }
  }

  /// - Parameter closing: Receives the step that closes each resource.
  private init(
    _ configuration: MirrorConfiguration, delegate: (any MirrorDelegate)?,
    closing: inout Closing
  ) async throws(MirrorError) {
    let disk = ThreadPool(name: "disk", width: Self.diskThreads)
    closing.add { await disk.shutdown() }
    let mirror = try await OpenedMirror.open(configuration, on: disk)
    closing.add { await mirror.catalog.close() }
    let announcer = Announcer(delegate)
    closing.add { await announcer.close() }
    let destination = DirectoryDestination(
      mirror.directory, pool: disk, extensions: CodecInspector.extensions)
    let interruption = Interruption()
    let limits = RunLimits(configuration, destination: destination, interruption)
    let network = try CurlNetwork(
      configuration, announcer: announcer, onBytes: limits.count)
    closing.add { await network.shutdown() }
    let decoders = ThreadPool(
      name: "decode", width: ProcessInfo.processInfo.activeProcessorCount,
      niceness: configuration.decodingNiceness)
    closing.add { await decoders.shutdown() }
    let providers = ThreadPool(name: "provider", width: ThreadedProvider.threads)
    closing.add { await providers.shutdown() }
    let ports = Ports(
      catalog: mirror.catalog, destination: destination,
      workspace: LocalWorkspace(mirror.directory, pool: disk),
      media: CodecInspector(pool: decoders, limits: configuration.imageLimits), network: network,
      provider: ThreadedProvider(configuration.provider, pool: providers))
    let account = CallAccount(configuration)
    let pace = CallPace(
      perHour: configuration.callsPerHour, remembered: try await mirror.catalog.budget(of: account),
      announcer: announcer
    ) { try await mirror.catalog.noteBudget($0, of: account) }
    walk = Walk(
      WalkOptions(configuration), ports: ports, announcer: announcer,
      resumption: try await mirror.resumption(configuration), pace: pace)
    // The last step that can throw: a delegate that receives a start also receives an end.
    let note = try await mirror.change(of: configuration)
    announcer.announce(.started(RunFacts(configuration, mirror)))
    if let note { announcer.announce(.noted(note)) }
    (self.announcer, self.disk, self.decoders, self.providers) = (
      announcer, disk, decoders, providers
    )
    (self.mirror, self.network, self.interruption, self.limits) = (
      mirror, network, interruption, limits
    )
  }

  /// Runs the walk, then closes everything.
  func finish() async -> MirrorSummary {
    let watchdog = limits.watchdog()
    defer { watchdog?.stop() }
    let ending = await limits.whileWatched { await self.ending() }
    await network.shutdown()
    await decoders.shutdown()
    await providers.shutdown()
    await mirror.close(after: ending, on: disk)
    await disk.shutdown()
    return await announcer.finish(
      ending, isListingComplete: await walk.progress.isComplete,
      elapsed: started.duration(to: .now))
  }

  private func ending() async -> MirrorSummary.Ending {
    do {
      try await walk.run(interruption.attach)
    } catch {
      if Task.isCancelled { return .interrupted }
      if let ending = interruption.ending { return ending }
      return .init(MirrorError(readingSource: error))
    }
    return walk.sourceFailure.map { .sourceFailed($0) } ?? .finished
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
      isResuming: mirror.catalog.source.isUnderway, isDryRun: false, isNewMirror: mirror.isNew)
  }
}
