import MirrorCore
import PostgreSQL
import Threads

/// One process among those that share the work: its row in the catalog, with a connection and a thread of its own, so
/// that nothing delays its heartbeat.
package actor WorkerSession {
  private var catalog: Catalog?
  private nonisolated let thread: SerialThread
  private let name: String
  private let program: String
  /// The search for photos that no living worker has.
  private var orphans = QueueScan()
  /// In seconds: how long the photos of a worker that does not answer stay with it.
  package nonisolated let lease: Double
  /// The id of the process's row.
  package nonisolated let worker: Int64

  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    thread.asUnownedSerialExecutor()
  }

  /// Registers the process. Blocks.
  /// - Parameters:
  ///   - name: The machine and the process, for people.
  ///   - program: This program's version.
  package init(
    _ catalog: sending Catalog, name: String, program: String, lease: Double
  ) throws(CatalogError) {
    worker = try catalog.register(name, program, lease: lease)
    (self.catalog, self.name, self.program, self.lease) = (catalog, name, program, lease)
    thread = SerialThread(name: "work")
  }

  /// Extends the lease, and gives the jobs of dead workers to the living. Call every third of a lease.
  package func beat(_ totals: WorkerTotals) throws(MirrorError) -> WorkOrders.Order {
    try reporting { catalog throws(CatalogError) in
      let order = try catalog.beat(worker, name, program, lease: lease, totals)
      try catalog.reap(by: worker, &orphans)
      return order
    }
  }

  /// The next source, after `id` in the order of rows and then from the first one, with a photo that a worker can claim
  /// now. Nil if no source has one.
  package func nextSource(after id: Int64) throws(MirrorError) -> SourceRecord? {
    try reporting { catalog throws(CatalogError) in try catalog.claimableSource(after: id) }
  }

  /// Whether another source has photos that nobody has claimed.
  package func hasQueuedJobs(besides id: Int64) throws(MirrorError) -> Bool {
    try reporting { catalog throws(CatalogError) in try catalog.hasQueuedJobs(besides: id) }
  }

  /// Whether a photo of any source is queued or claimed.
  package func hasOpenJobs() throws(MirrorError) -> Bool {
    try reporting { catalog throws(CatalogError) in try catalog.hasOpenJobs() }
  }

  /// The source with an address; nil if nobody has listed it.
  package func source(_ address: String) throws(MirrorError) -> SourceRecord? {
    try reporting { catalog throws(CatalogError) in try catalog.source(address) }
  }

  /// The sources whose listings were read to their ends after this worker began.
  /// - Parameter seconds: Or within this time.
  package func listed(within seconds: Double? = nil) throws(MirrorError) -> Set<String> {
    try reporting { catalog throws(CatalogError) in
      try catalog.listed(since: worker, within: seconds)
    }
  }

  /// Records that the listing of a source was read to its end now.
  package func noteListed(_ source: String) throws(MirrorError) {
    try reporting { catalog throws(CatalogError) in try catalog.noteListed(source) }
  }

  /// Whether a process reads listings now.
  package func hasLister() throws(MirrorError) -> Bool {
    try reporting { catalog throws(CatalogError) in try catalog.hasLister() }
  }

  /// Takes a call from each of an account's budgets.
  /// - Returns: The seconds to wait before it is made.
  package func takeCall(
    of account: CallAccount, _ limits: [CallBucket]
  ) throws(MirrorError) -> Double {
    try reporting { catalog throws(CatalogError) in try catalog.takeCall(of: account, limits) }
  }

  /// Records that a host refuses transfers for some seconds, at most a day. A longer pause that is recorded stays.
  package func notePause(of host: String, seconds: Double) throws(MirrorError) {
    try reporting { catalog throws(CatalogError) in
      try catalog.notePause(of: host, seconds: seconds)
    }
  }

  /// The hosts that want no transfers now, and the seconds that are left, in the order of their names.
  package func pauses() throws(MirrorError) -> [(host: String, seconds: Double)] {
    try reporting { catalog throws(CatalogError) in try catalog.pauses() }
  }

  /// Takes and gives back slots of hosts: after this call, a part of this worker has those of the hosts that it demands,
  /// and of no other host.
  /// - Parameter part: What of this worker it is; each part has slots of its own.
  /// - Returns: Slots for new transfers, by host.
  package func exchangeSlots(
    part: Int, for demands: [SlotDemand]
  ) throws(MirrorError) -> [String: Int] {
    try reporting { catalog throws(CatalogError) in
      try catalog.exchangeSlots(of: worker, part: part, for: demands)
    }
  }

  /// The place of this worker among the living ones, counted from 0, and how many there are.
  package func place() throws(MirrorError) -> (place: Int, workers: Int) {
    try reporting { catalog throws(CatalogError) in try catalog.place(of: worker) }
  }

  /// Gives back what this worker has, and ends the thread.
  package nonisolated func close() async {
    await retire()
    await thread.shutdown()
  }

  private func retire() {
    // Without a server the lease ends by itself.
    try? catalog?.retire(worker)
    catalog = nil
  }

  private func reporting<Result>(
    _ body: (Catalog) throws(CatalogError) -> Result
  ) throws(MirrorError) -> Result {
    guard let catalog else { throw .directory("the catalog is closed") }
    do { return try body(catalog) } catch { throw MirrorError(error) }
  }
}
