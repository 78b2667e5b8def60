import Fetching
import Foundation
import LocalFiles
import Locking
import MirrorCore
import Transfer

/// Fetches units of work into a directory or an object store, without a catalog.
///
/// Nothing is remembered but the files: a unit whose file is stored is done, whichever process stored it, so that
/// an engine may run any part of the work again, anywhere.
public struct UnitFetch: Sendable {
  /// Where the photos are stored.
  public enum Place: Sendable, Hashable {
    case directory(String)
    /// - Parameter work: A directory on this machine for unfinished files; nil for a temporary one.
    case store(StoreLocation, work: String?)
  }

  /// What became of the lines.
  public struct Totals: Sendable, Hashable {
    /// Units that were fetched and stored.
    public fileprivate(set) var stored = 0
    /// Units whose files were stored already.
    public fileprivate(set) var known = 0
    /// Failures that another attempt may repair.
    public fileprivate(set) var passing = 0
    /// Failures that stay.
    public fileprivate(set) var lasting = 0
    /// Lines that are no units.
    public fileprivate(set) var invalid = 0
    /// Bytes received of the units that were stored.
    public fileprivate(set) var fetchedBytes: Int64 = 0
  }

  private let configuration: UnitConfiguration
  private let delegate: (any MirrorDelegate)?

  public init(_ configuration: UnitConfiguration, delegate: (any MirrorDelegate)? = nil) {
    (self.configuration, self.delegate) = (configuration, delegate)
  }

  /// Fetches the units in the lines of a descriptor.
  /// - Parameter tell: Receives a result for each line that is not empty, in any order, on any
  ///   thread.
  /// - Throws: ``MirrorError`` if the place cannot be used, `CancellationError`, and the errors of `tell`.
  public func run(
    _ descriptor: Int32, _ tell: @escaping @Sendable (UnitResult) -> Void
  ) async throws -> Totals {
    let announcer = Announcer(delegate)
    let threads = RunThreads(niceness: configuration.options.decodingNiceness)
    return try await whileOpen {
      do { return try await run(descriptor, announcer, threads, tell) } catch {
        throw Task.isCancelled ? CancellationError() : (error as? StorageError)?.error ?? error
      }
    } close: {
      await threads.shutdown()
      await announcer.close()
    }
  }

  private func run(
    _ descriptor: Int32, _ announcer: Announcer, _ threads: RunThreads,
    _ tell: @escaping @Sendable (UnitResult) -> Void
  ) async throws -> Totals {
    let scratch = UnitScratch(configuration.place)
    try await threads.disk.run { () throws(MirrorError) in try scratch.prepare() }
    return try await whileOpen {
      let store = try await OpenedStore.open(
        configuration.place.location, for: scratch.directory, on: threads.disk,
        sidecars: WalkOptions(ofUnits: configuration.options).sidecars,
        network: StoreNetwork(configuration.options, whenStuck: configuration.whenStuck))
      return try await whileOpen {
        try await run(descriptor, announcer, threads, scratch.directory, store, tell)
      } close: {
        await store.close()
      }
    } close: {
      await threads.disk.run { scratch.remove() }
    }
  }

  private func run(
    _ descriptor: Int32, _ announcer: Announcer, _ threads: RunThreads,
    _ directory: MirrorDirectory, _ store: OpenedStore,
    _ tell: @escaping @Sendable (UnitResult) -> Void
  ) async throws -> Totals {
    var transfers = try TransferConfiguration(
      configuration.options, namedHosts: configuration.privateHosts,
      whenStuck: configuration.whenStuck)
    let terms = HostTerms()
    transfers.terms = terms
    if let width = configuration.hostJobs {
      transfers.rules.append(HostRule(host: nil, width: width))
    }
    let network = try CurlNetwork(
      transfers, announcer: announcer, isVerbose: configuration.options.isVerbose)
    let reader = LineReader(descriptor, limit: WorkUnit.longestLine)
    let totals = Locked(Totals())
    let walk = UnitWalk(
      WalkOptions(ofUnits: configuration.options), destination: store.files,
      workspace: UnitWorkspace(
        directory, pool: threads.disk, isShared: configuration.place.location == nil),
      media: threads.media(configuration.options.imageLimits, configuration.decoders),
      network: network, announcer: announcer,
      limit: { terms.note(width: $1.width, bytesPerSecond: $1.bytesPerSecond, of: $0) },
      tell: { result in
        totals.withLock { $0.count(result.outcome) }
        tell(result)
      })
    try await whileOpen {
      let lines = AsyncThrowingStream(unfolding: { try await reader.next() })
      _ = try await walk.operation(lines).run()
    } close: {
      await network.shutdown()
      await reader.close()
    }
    return totals.withLock(\.self)
  }
}

extension UnitFetch.Totals {
  fileprivate mutating func count(_ outcome: UnitResult.Outcome) {
    switch outcome {
    case .stored(let facts):
      stored += 1
      fetchedBytes += facts.bytesFetched
    case .known: known += 1
    case .failed(_, _, willRetry: true): passing += 1
    case .failed(_, _, willRetry: false): lasting += 1
    case .invalid: invalid += 1
    }
  }
}
