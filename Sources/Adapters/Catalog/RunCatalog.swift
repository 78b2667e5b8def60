import Foundation
import MirrorCore
import ProviderKit
import Threads

/// The catalog of one mirror during one run of one source. Runs on a dedicated thread, because SQLite and
/// the connection to a server block.
package actor RunCatalog: PhotoCatalog {
  private var catalog: Catalog?
  /// Where it is opened again for each use; nil: it stays open.
  private var place: CatalogLocation?
  private nonisolated let thread: SerialThread
  private let provider: String
  package nonisolated let source: SourceRecord
  /// The number of this run's pass.
  private(set) var pass: Int64?
  /// Seconds since 1970.
  let clock: @Sendable () -> Int64
  /// The worker in whose name photos are claimed; nil unless this is a worker's.
  let worker: Int64?
  /// The photos that the worker has.
  var claims: [Int64: WorkClaim] = [:]
  /// Where it claims the next ones.
  var claimPlace = ClaimPlace()

  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    thread.asUnownedSerialExecutor()
  }

  /// Opens the catalog and begins a run of `source`. Blocks on the disk or the server.
  /// - Parameters:
  ///   - provider: The provider's name.
  ///   - clock: Gives seconds since 1970.
  package init(
    at place: CatalogLocation, source: String, provider: String,
    clock: @escaping @Sendable () -> Int64 = now
  ) throws(MirrorError) {
    do throws(CatalogError) {
      try self.init(Catalog(at: place), source: source, provider: provider, clock: clock)
    } catch {
      throw MirrorError(error)
    }
  }

  /// Begins a run of `source`, and takes over the catalog. Blocks on the disk.
  /// - Parameter provider: The provider's name.
  package init(
    _ catalog: sending Catalog, source: String, provider: String,
    clock: @escaping @Sendable () -> Int64 = now
  ) throws(CatalogError) {
    var record = try catalog.beginRun(ofSource: source)
    record.base = try catalog.base(ofSource: record.id, now: clock())
    self.source = record
    self.catalog = catalog
    self.provider = provider
    self.clock = clock
    worker = nil
    thread = SerialThread(name: "catalog")
  }

  /// Takes over a catalog that other workers write to as well. No run begins.
  /// - Parameter worker: The row of this process (``WorkDesk``).
  package init(
    working catalog: sending Catalog, on source: SourceRecord, provider: String, worker: Int64
  ) throws(CatalogError) {
    let offset = try catalog.clockOffset()
    self.catalog = catalog
    (self.source, self.provider, self.worker) = (source, provider, worker)
    // Workers' own clocks may differ.
    clock = { Self.now() + offset }
    thread = SerialThread(name: "catalog")
  }

  /// Opens a catalog for reading. Blocks on the disk or the server.
  ///
  /// A reader that keeps a writer from copying its log into the file opens the file for each use only, so that the log
  /// does not grow as long as a task reads.
  package init(reading place: CatalogLocation) throws(CatalogError) {
    let catalog = try Catalog(reading: place)
    (self.catalog, self.place) = catalog.delaysWriters ? (nil, place) : (catalog, nil)
    (source, provider) = (SourceRecord(id: 0, address: "", run: 0), "")
    clock = Self.now
    worker = nil
    thread = SerialThread(name: "catalog")
  }

  /// Takes over the catalog for changes that belong to no run of a source.
  package init(changing catalog: sending Catalog) {
    self.catalog = catalog
    (source, provider) = (SourceRecord(id: 0, address: "", run: 0), "")
    clock = Self.now
    worker = nil
    thread = SerialThread(name: "catalog")
  }

  package func match(_ photos: [Photo]) throws(MirrorError) -> [String: PhotoMatch] {
    try reporting { catalog throws(CatalogError) in
      let lookup = try PhotoLookup(catalog, provider: provider, source: source.address)
      var matches: [String: PhotoMatch] = [:]
      var changed: [PhotoRecord] = []
      for (photo, match) in zip(photos, try lookup.match(photos)) {
        matches[photo.id] = match
        guard let record = match.record else { continue }
        if record.metadataDigest != photo.digest { changed.append(record) }
      }
      let said = try catalog.said(of: changed, by: source.id, inPass: pass)
      for (record, said) in zip(changed, said) { matches[record.photo]?.said = said }
      return matches
    }
  }

  package func admit(_ page: PageAdmission) throws(MirrorError) -> [PhotoRecord] {
    try reporting { catalog throws(CatalogError) in
      try catalog.admit(page, provider: provider, source: source, pass: pass, at: clock())
    }
  }

  package func waiting(
    onlyDeferred: Bool, after: Int64, limit: Int
  ) throws(MirrorError) -> [PhotoRecord] {
    try reporting { catalog throws(CatalogError) in
      try catalog.waiting(
        in: source, onlyDeferred: onlyDeferred, after: after, limit: limit, now: clock())
    }
  }

  package func mirrored(after: Int64, limit: Int) throws(MirrorError) -> [PhotoRecord] {
    try reporting { catalog throws(CatalogError) in
      try catalog.mirrored(in: source, after: after, limit: limit)
    }
  }

  package func mirroredCount() throws(MirrorError) -> Int {
    try reporting { catalog throws(CatalogError) in try catalog.mirroredCount(of: source.id) }
  }

  /// Whether the file of any photo of the mirror is recorded.
  package func hasFiles() throws(MirrorError) -> Bool {
    try reporting { catalog throws(CatalogError) in try catalog.hasFiles() }
  }

  package func complete(_ photos: [MirroredPhoto]) throws(MirrorError) {
    try reporting { catalog throws(CatalogError) in try catalog.record(photos) }
  }

  package func fail(_ id: Int64, reason: String, isDeferred: Bool) throws(MirrorError) {
    try reporting { catalog throws(CatalogError) in
      try catalog.noteFailure(ofPhoto: id, reason: reason, isDeferred: isDeferred)
    }
  }

  package func refuse(_ id: Int64, reason: String) throws(MirrorError) -> Refusal {
    try reporting { catalog throws(CatalogError) in
      try catalog.noteRefusal(ofPhoto: id, reason: reason, at: clock())
    }
  }

  package func shorten(_ id: Int64, to stem: String) throws(MirrorError) -> String {
    try reporting { catalog throws(CatalogError) in try catalog.giveName(stem, toPhoto: id) }
  }

  package func noteLosses(_ ids: [Int64]) throws(MirrorError) {
    try reporting { catalog throws(CatalogError) in
      for id in ids { try catalog.noteLoss(ofPhoto: id) }
    }
  }

  package func noteThumbnails(_ thumbnails: [Int64: StoredThumbnail]) throws(MirrorError) {
    guard !thumbnails.isEmpty else { return }
    try reporting { catalog throws(CatalogError) in try catalog.noteThumbnails(thumbnails) }
  }

  /// Begins a pass over the listing, or resumes the incomplete one; see ``PassRecord``.
  /// - Parameter isLimited: Whether the run is limited to a number of photos. Such a pass proves nothing about
  ///   photos that it did not list, and is never resumed.
  package func beginPass(isLimited: Bool) throws(MirrorError) -> PassRecord {
    let begun = try reporting { catalog throws(CatalogError) in
      try catalog.beginPass(of: source, isLimited: isLimited, at: clock())
    }
    pass = begun.number
    return begun
  }

  package func noteSelection(_ selection: Int64) throws(MirrorError) {
    guard let pass else { return }
    try reporting { catalog throws(CatalogError) in
      try catalog.noteSelection(selection, ofPass: pass, of: source)
    }
  }

  package func noteCursor(_ cursor: String?) throws(MirrorError) {
    guard let pass else { return }
    try reporting { catalog throws(CatalogError) in
      try catalog.noteCursor(cursor, ofPass: pass, of: source)
    }
  }

  package func endPass(
    as outcome: PassRecord.Outcome, reason: String?
  ) throws(MirrorError) {
    guard let pass else { return }
    try reporting { catalog throws(CatalogError) in
      try catalog.endPass(pass, of: source, as: outcome, because: reason, at: clock())
    }
  }

  package func unlisted(
    sincePass number: Int64, after: Int64, limit: Int
  ) throws(MirrorError) -> [Int64] {
    try reporting { catalog throws(CatalogError) in
      try catalog.unlisted(in: source, sincePass: number, after: after, limit: limit)
    }
  }

  package func metadata(of id: Int64) throws(MirrorError) -> Photo? {
    try reporting { catalog throws(CatalogError) in try catalog.metadata(ofPhoto: id) }
  }

  /// Albums in the order of their ids, after the one with the id `after`; 0 for the first batch.
  package func albums(after: Int64, limit: Int) throws(MirrorError) -> [AlbumRecord] {
    try reporting { catalog throws(CatalogError) in try catalog.albums(after: after, limit: limit) }
  }

  /// Photos of an album, in its order, after the member `after`; nil for the first batch.
  package func members(
    ofAlbum id: Int64, after: AlbumMember?, limit: Int
  ) throws(MirrorError) -> [AlbumMember] {
    try reporting { catalog throws(CatalogError) in
      try catalog.members(ofAlbum: id, after: after, limit: limit)
    }
  }

  package func resolution() throws(MirrorError) -> Resolution? {
    try reporting { catalog throws(CatalogError) in try catalog.resolution(ofSource: source.id) }
  }

  package func noteResolution(_ resolution: Resolution) throws(MirrorError) {
    try reporting { catalog throws(CatalogError) in
      try catalog.noteResolution(resolution, ofSource: source.id)
    }
  }

  /// The API budget that an earlier run left for an account; nil if there was no call.
  package func budget(of account: CallAccount) throws(MirrorError) -> CallBudget? {
    try reporting { catalog throws(CatalogError) in try catalog.pace(of: account) }
  }

  /// Records the API budget of an account.
  package func noteBudget(_ budget: CallBudget, of account: CallAccount) throws(MirrorError) {
    try reporting { catalog throws(CatalogError) in try catalog.notePace(budget, of: account) }
  }

  /// The machine's clock in seconds since 1970.
  package static let now: @Sendable () -> Int64 = { Int64(Date().timeIntervalSince1970) }

  func reporting<Result>(
    _ body: (Catalog) throws(CatalogError) -> Result
  ) throws(MirrorError) -> Result {
    do throws(CatalogError) {
      guard let catalog = try place.map(Catalog.init(reading:)) ?? catalog else {
        throw CatalogError(.missing, "the catalog is closed")
      }
      return try body(catalog)
    } catch {
      throw MirrorError(error)
    }
  }

  /// Closes the file and ends the thread; later calls fail.
  package nonisolated func close() async {
    await closeFile()
    await thread.shutdown()
  }

  private func closeFile() {
    // Failure is harmless: the file only stays large.
    try? catalog?.giveBackSpace()
    (catalog, place) = (nil, nil)
  }
}
