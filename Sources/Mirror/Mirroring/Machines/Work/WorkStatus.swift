import Catalog
import MirrorCore

/// The state of the workers that share a server's catalog.
public struct WorkStatus: Sendable, Hashable {
  /// A process that shares the work.
  public struct Worker: Sendable, Hashable {
    /// Unique in the catalog; later workers have higher ids.
    public let id: Int64
    /// The machine and the process.
    public let name: String
    /// Its version of photomirror.
    public let program: String
    /// Seconds since it began.
    public let age: Double
    /// Seconds since its last heartbeat.
    public let silence: Double
    /// Seconds until others get its photos; negative if they may.
    public let lease: Double
    /// Photos that it has claimed and not finished.
    public let claimed: Int
    /// Photos that it stored since it began, or whose files it found in place.
    public let stored: Int
    /// Photos that it made dead letters since it began.
    public let failed: Int
    /// Bytes that it received of the photos that it stored.
    public let byteCount: Int64
  }

  /// A source with its queue.
  public struct Queue: Sendable, Hashable {
    /// The source's canonical name: `flickr:recent`.
    public let source: String
    /// Photos that count as mirrored.
    public let mirrored: Int
    /// Photos that are not, in the queue or not.
    public let missing: Int
    /// Seconds for which a photo could be claimed, and nobody did: of the oldest one; nil if there is none.
    public let oldest: Double?
    /// Photos that no worker has.
    public let queued: Int
    /// Of those, photos that wait after a failure.
    public let delayed: Int
    /// Photos that a worker has.
    public let claimed: Int
    /// Dead letters: photos that nobody tries again until a listing shows them again.
    public let dead: Int
  }

  /// The photos of the queue that failed at a host.
  public struct HostFailures: Sendable, Hashable {
    /// Empty if the reason names none.
    public let host: String
    /// Photos that are tried again.
    public let delayed: Int
    /// Dead letters.
    public let dead: Int
    /// One of the reasons: a sentence in lower case without a period.
    public let reason: String
  }

  /// What workers do: `work`, `pause` or `drain`.
  public let order: String
  /// Whether one of them reads a listing.
  public let isListing: Bool
  /// In the order in which they began.
  public let workers: [Worker]
  /// Every source, in the order of the names.
  public let queues: [Queue]
  /// The hosts with most failures first.
  public let failures: [HostFailures]
  /// Hosts that want no transfers now, and for how many seconds.
  public let pauses: [String: Double]

  /// Whether there is a worker, or something to do.
  public var isActive: Bool {
    !workers.isEmpty || queues.contains { $0.queued + $0.claimed + $0.dead > 0 }
  }

  /// Photos a minute of the workers that are there, since they began.
  public var pace: Double {
    workers.reduce(0) { $0 + ($1.age > 0 ? 60 * Double($1.stored) / $1.age : 0) }
  }

  /// Blocks.
  /// - Throws: ``MirrorError``
  public init(of server: CatalogServer) throws(MirrorError) {
    let fleet = try CatalogLocation.server(server.address).with(.reading) {
      catalog throws(CatalogError) in try catalog.fleet()
    }
    (order, isListing, pauses) = (fleet.order.rawValue, fleet.isListing, fleet.pauses)
    workers = fleet.workers.map(Worker.init)
    queues = fleet.queues.map(Queue.init)
    failures = fleet.failures.map {
      HostFailures(host: $0.host, delayed: $0.delayed, dead: $0.dead, reason: $0.reason)
    }
  }

  /// Tells all workers what to do. Blocks.
  /// - Throws: ``MirrorError``
  public static func order(_ order: Order, of server: CatalogServer) throws(MirrorError) {
    try CatalogLocation.server(server.address).with(.sharing()) { catalog throws(CatalogError) in
      try catalog.noteWorkOrder(order.order)
    }
  }

  /// Queues photos again that workers gave up. Blocks.
  /// - Parameter what: A photo's id at its site, or a host of photos, with a port if their addresses have one.
  /// - Returns: How many there were.
  /// - Throws: ``MirrorError``
  public static func retry(_ what: String, of server: CatalogServer) throws(MirrorError) -> Int {
    try CatalogLocation.server(server.address).with(.sharing()) { catalog throws(CatalogError) in
      try catalog.requeue(what)
    }
  }

  /// The orders that workers can get.
  public enum Order: Sendable, Hashable, CaseIterable {
    /// Claim nothing.
    case pause
    /// Claim photos.
    case resume
    /// Store what is claimed, and end.
    case drain

    fileprivate var order: WorkOrders.Order {
      switch self {
      case .pause: .pause
      case .resume: .work
      case .drain: .drain
      }
    }
  }
}

extension WorkStatus.Worker {
  fileprivate init(_ row: WorkerRow) {
    self.init(
      id: row.id, name: row.name, program: row.program, age: row.age, silence: row.silence,
      lease: row.lease, claimed: row.claimed, stored: row.totals.stored,
      failed: row.totals.failed, byteCount: row.totals.byteCount)
  }
}

extension WorkStatus.Queue {
  fileprivate init(_ counts: QueueCounts) {
    self.init(
      source: counts.source, mirrored: counts.mirrored, missing: counts.missing,
      oldest: counts.oldest, queued: counts.queued, delayed: counts.delayed,
      claimed: counts.claimed, dead: counts.dead)
  }
}
