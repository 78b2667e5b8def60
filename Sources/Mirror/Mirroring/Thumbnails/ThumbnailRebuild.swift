import Catalog
import Foundation
import Images
import Inspection
import MirrorCore
import Threads

/// Makes the thumbnails of a mirror again, with another edge or in another format.
///
/// A kill at any time loses no thumbnail: a new one is stored, then recorded, then one in another format is
/// deleted. The same rebuild skips what is done.
public struct ThumbnailRebuild: Sendable {
  /// The thumbnails that are made, with defaults.
  public struct Options: Sendable, Hashable {
    /// Longest edge in pixels; nil for the mirror's own.
    public var edge: Int?
    /// Nil for the mirror's own.
    public var format: ThumbnailFormat?
    /// Limits of a photo's decode.
    public var limits = ImageLimits()
    public init() {}
  }

  /// What was done so far.
  public struct Totals: Sendable, Hashable {
    /// New thumbnails that were stored.
    public internal(set) var made = 0
    /// Thumbnails that were as wanted, and photos of which none can be made.
    public internal(set) var unchanged = 0
    /// Photos that are small enough to be their own thumbnails from now on.
    public internal(set) var own = 0
    /// Photos that keep the thumbnail that they had.
    public internal(set) var failed = 0
    public init() {}
    /// Photos with a result.
    public var done: Int { made + unchanged + own + failed }
  }

  /// A report while the thumbnails are made.
  public enum Step: Sendable, Hashable {
    /// - Parameter of: The number of photos.
    case progress(Totals, of: Int)
    case failed(path: String, reason: String)
  }

  /// Photos between two records; a kill costs the work of so many.
  private static let chunk = 100

  private let mirror: Mirror
  private let options: Options

  public init(in mirror: Mirror, _ options: Options) {
    (self.mirror, self.options) = (mirror, options)
  }

  /// - Throws: ``MirrorError`` if there is no mirror, if another run uses it, or if the disk fails;
  ///   `CancellationError` between two chunks.
  public func run(_ tell: @escaping @Sendable (Step) -> Void) async throws -> Totals {
    let cores = ProcessInfo.processInfo.activeProcessorCount
    let decoders = ThreadPool(name: "decode", width: cores)
    return try await whileOpen {
      try await mirror.open(.changing, diskThreads: 2) { open in
        try await open.withStore(writes: true) { store in
          let (choice, count) = try await open.perform { try choose(in: $0) }
          let maker = ThumbnailMaking(
            destination: store.files,
            media: CodecInspector(
              pool: decoders, limits: options.limits, processes: mirror.decoders),
            choice: choice, width: cores)
          return try await rebuild(count, by: maker, in: open, tell)
        }
      }
    } close: {
      await decoders.shutdown()
    }
  }

  private func rebuild(
    _ count: Int, by maker: ThumbnailMaking, in open: OpenMirror, _ tell: (Step) -> Void
  ) async throws -> Totals {
    var totals = Totals()
    for try await photos in open.catalog.stored(batch: Self.chunk) {
      let outcome = try await maker.make(photos)
      try await open.catalog.noteThumbnails(outcome.changed)
      await maker.destination.dropThumbnails(except: outcome.kept)
      totals.add(outcome)
      for failure in outcome.failures {
        tell(.failed(path: failure.path, reason: failure.reason))
      }
      tell(.progress(totals, of: count))
    }
    return totals
  }

  /// The choice, which is the mirror's from now on, and the number of photos.
  private func choose(
    in catalog: Catalog
  ) throws(CatalogError) -> (ThumbnailChoice, count: Int) {
    let counts = try catalog.counts()
    let own = counts.compactMap { $0.source.choices?.thumbnailEdge }.max()
    let recorded = try MirrorSettings.thumbnailFormat(recordedIn: catalog)
    let choice = ThumbnailChoice(
      edge: options.edge ?? own ?? WalkChoices.standardThumbnailEdge,
      format: options.format ?? recorded)
    if choice.format != recorded { try MirrorSettings.note(choice.format, in: catalog) }
    try catalog.noteThumbnailEdge(choice.edge)
    return (choice, counts.reduce(0) { $0 + $1.mirrored })
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
