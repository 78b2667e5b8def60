import Foundation
import Images
import MirrorCore

/// The input of a worker: one of the processes, on any number of machines, that share the work of one mirror.
public struct WorkConfiguration: Sendable {
  /// Where the photos are stored: the same for all workers.
  public var place: UnitFetch.Place
  /// The database with the catalog and the queue.
  public var catalog: CatalogServer
  /// What the user named for the catalog before; nil: a lock is used only if ``place`` has it.
  public var knownStores: (any StoreMemory)?
  /// The canonical names of sources whose listings are to be read; one of the workers does so.
  public var sources: [String] = []
  /// How a source is read and its photos are fetched.
  public var source: @Sendable (_ name: String) throws -> MirrorConfiguration
  /// The options of the process, and of what the mirror keeps; those of photos and listings are the source's.
  public var options = MirrorOptions()
  /// The time between two readings of the sources by a worker that stays when nothing is left; nil: it ends then.
  public var interval: Duration?
  /// For how long the photos of a worker that does not answer stay with it.
  public var lease = Duration.seconds(60)
  /// Transfers from one host at the same time, of all workers together; nil for no limit but the sites' terms.
  public var hostJobs: Int?
  /// The processes that decode photos; nil: this process decodes them.
  public var decoders: DecoderProcesses?
  /// As in ``MirrorConfiguration/whenStuck``.
  public var whenStuck: (@Sendable (_ reason: String) -> Void)?

  /// - Parameter source: Makes the configuration of a source, by its name in the catalog.
  public init(
    _ place: UnitFetch.Place, catalog: CatalogServer,
    source: @escaping @Sendable (_ name: String) throws -> MirrorConfiguration
  ) {
    (self.place, self.catalog, self.source) = (place, catalog, source)
  }
}

/// What a worker did.
public struct WorkTotals: Sendable, Hashable {
  /// Photos that it stored, or whose files it found in place.
  public package(set) var stored = 0
  /// Dead letters that it made.
  public package(set) var failed = 0
  /// Bytes received of the photos that it stored.
  public package(set) var bytesFetched: Int64 = 0
  /// Why listings could not be read, and other errors that cost a source.
  public package(set) var problems: [String] = []
  /// Whether one of the problems is of the catalog or the store, and not of a source.
  public package(set) var hasDirectoryProblem = false
  /// Whether a command told workers to end.
  public package(set) var isDrained = false
}
