import Catalog
import Foundation
import Images
import Inspection
import LocalFiles
import MirrorCore
import Threads

/// Makes the thumbnails of a mirror again, with another edge or in another format.
///
/// A kill at any time loses no thumbnail: a new one is stored, then recorded, then one in another format is
/// deleted. The same rebuild skips what is done.
public struct ThumbnailRebuild: Sendable {
  public struct Options: Sendable, Hashable {
    /// Longest edge in pixels; nil for the mirror's own.
    public var edge: Int?
    /// Nil for the mirror's own.
    public var format: ThumbnailFormat?
    public var limits = ImageLimits()
    public init() {}
  }

  /// What was done so far.
  public struct Totals: Sendable, Hashable {
    public internal(set) var made = 0
    /// Those that were as wanted, and those of which nothing can be made.
    public internal(set) var unchanged = 0
    /// Photos that are small enough to be their own thumbnails from now on.
    public internal(set) var own = 0
    /// Photos that keep the thumbnail that they had.
    public internal(set) var failed = 0
    public init() {}
    public var done: Int { made + unchanged + own + failed }
  }

  public enum Step: Sendable, Hashable {
    /// - Parameter of: The number of photos.
    case progress(Totals, of: Int)
    case failed(path: String, reason: String)
  }

  /// Photos between two records; a kill costs the work of so many.
  private static let chunk = 100

  private let directory: MirrorDirectory
  private let options: Options
  private let decoders: DecoderProcesses?

  /// - Parameters:
  ///   - path: A mirror's directory.
  ///   - decoders: Decode photos; nil: this process decodes.
  public init(
    in path: String, _ options: Options, decodedBy decoders: DecoderProcesses? = nil
  ) {
    (directory, self.options, self.decoders) = (MirrorDirectory(path), options, decoders)
  }

  /// - Throws: ``MirrorError`` if there is no mirror, if another run uses it, or if the disk fails;
  ///   `CancellationError` between two chunks.
  public func run(_ tell: @escaping @Sendable (Step) -> Void) async throws -> Totals {
    let disk = ThreadPool(name: "disk", width: 2)
    let pool = ThreadPool(name: "decode", width: ProcessInfo.processInfo.activeProcessorCount)
    let result: Result<Totals, any Error>
    do {
      result = .success(try await run(on: disk, decodingOn: pool, tell))
    } catch {
      result = .failure(error)
    }
    await disk.shutdown()
    await pool.shutdown()
    return try result.get()
  }

  private func run(
    on disk: ThreadPool, decodingOn pool: ThreadPool, _ tell: @escaping @Sendable (Step) -> Void
  ) async throws -> Totals {
    let plan = try await disk.run { try begin() }
    defer { withExtendedLifetime(plan.lock) {} }
    let store = try await OpenedStore.open(plan.store, for: directory, on: disk)
    let maker = ThumbnailMaking(
      destination: store.destination,
      media: CodecInspector(pool: pool, limits: options.limits, processes: decoders),
      choice: plan.choice, width: ProcessInfo.processInfo.activeProcessorCount)
    let result: Result<Totals, any Error>
    do {
      result = .success(try await rebuild(plan.count, by: maker, on: disk, tell))
    } catch let error as StorageError {
      result = .failure(error.error)
    } catch {
      result = .failure(error)
    }
    await store.close()
    return try result.get()
  }

  private func rebuild(
    _ count: Int, by maker: ThumbnailMaking, on disk: ThreadPool,
    _ tell: @Sendable (Step) -> Void
  ) async throws -> Totals {
    var totals = Totals()
    var last = Int64(0)
    while true {
      try Task.checkCancellation()
      let after = last
      let photos = try await disk.run { () throws(MirrorError) in
        try directory.stored(after: after, limit: Self.chunk)
      }
      guard let end = photos.last else { return totals }
      last = end.file.id
      let outcome = try await maker.make(photos)
      try await disk.run { () throws(MirrorError) in try record(outcome.changed) }
      await maker.destination.dropThumbnails(except: outcome.kept)
      totals.add(outcome)
      for failure in outcome.failures {
        tell(.failed(path: failure.path, reason: failure.reason))
      }
      tell(.progress(totals, of: count))
    }
  }

  private struct Plan: Sendable {
    let lock: DirectoryLock
    let store: StoreLocation?
    let choice: ThumbnailChoice
    let count: Int
  }

  /// Takes the lock, and records the choices, which are the mirror's from now on. Blocks.
  private func begin() throws -> Plan {
    guard try directory.isMirror() else {
      throw MirrorError.directory(
        "there is no mirror in \(directory.path)", .notAMirror(directory.path))
    }
    _ = try directory.prepare()
    let lock = try DirectoryLock(directory)
    directory.removeScratchFiles()
    let catalog = try Catalog(changing: directory)
    let store = try OpenedStore.location(
      MirrorStore.named, recordedIn: catalog, of: directory)
    do throws(CatalogError) {
      try Renaming.completePending(in: directory, catalog)
      let counts = try catalog.counts()
      let own = counts.compactMap { $0.source.choices?.thumbnailEdge }.max()
      let recorded = try MirrorSettings.thumbnailFormat(recordedIn: catalog)
      let choice = ThumbnailChoice(
        edge: options.edge ?? own ?? MirrorOptions.standardThumbnailEdge,
        format: options.format ?? recorded)
      if choice.format != recorded { try MirrorSettings.note(choice.format, in: catalog) }
      try catalog.noteThumbnailEdge(choice.edge)
      return Plan(
        lock: lock, store: store, choice: choice, count: counts.reduce(0) { $0 + $1.mirrored })
    } catch {
      throw MirrorError(error)
    }
  }

  private func record(_ changed: [Int64: StoredThumbnail]) throws(MirrorError) {
    guard !changed.isEmpty else { return }
    let catalog = try Catalog(changing: directory)
    do throws(CatalogError) {
      try catalog.noteThumbnails(changed)
    } catch {
      throw MirrorError(error)
    }
  }
}

extension ThumbnailRebuild.Totals {
  fileprivate mutating func add(_ outcome: ThumbnailMaking.Outcome) {
    made += outcome.made
    unchanged += outcome.unchanged
    own += outcome.own
    failed += outcome.failures.count
  }
}
