import Foundation
import Locking
import MirrorCore
import ProviderKit

/// The catalog of one mirror during one run of one source.
package struct RunCatalog: PhotoCatalog, CatalogAccess {
  /// What the run holds. It is read and written on the catalog's thread.
  struct State: Sendable {
    /// The number of this run's pass.
    var pass: Int64?
    /// The photos that the worker has.
    var claims: [Int64: WorkClaim] = [:]
    /// Where it claims the next ones.
    var claimPlace = ClaimPlace()
  }

  package let thread: CatalogThread
  private let provider: String
  package let source: SourceRecord
  /// Seconds since 1970.
  let clock: @Sendable () -> Int64
  /// The worker in whose name photos are claimed; nil unless this is a worker's.
  let worker: Int64?
  let state = Locked(State())
  var pass: Int64? { state.withLock(\.pass) }

  /// Opens the catalog and begins a run of `source`. Blocks on the disk or the server.
  /// - Parameters:
  ///   - provider: The provider's name.
  ///   - clock: Gives seconds since 1970.
  package init(
    at place: CatalogLocation, source: String, provider: String,
    clock: @escaping @Sendable () -> Int64 = Catalog.now
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
    clock: @escaping @Sendable () -> Int64 = Catalog.now
  ) throws(CatalogError) {
    var record = try catalog.beginRun(ofSource: source)
    record.base = try catalog.base(ofSource: record.id, now: clock())
    self.source = record
    (self.provider, self.clock, worker) = (provider, clock, nil)
    thread = CatalogThread(catalog)
  }

  /// Takes over a catalog that other workers write to as well. No run begins.
  /// - Parameter worker: The row of this process (``WorkerSession``).
  package init(
    working catalog: sending Catalog, on source: SourceRecord, provider: String, worker: Int64
  ) throws(CatalogError) {
    let offset = try catalog.clockOffset()
    (self.source, self.provider, self.worker) = (source, provider, worker)
    // Workers' own clocks may differ.
    clock = { Catalog.now() + offset }
    thread = CatalogThread(catalog)
  }

  package func match(_ photos: [Photo]) async throws(MirrorError) -> [String: PhotoMatch] {
    try await query { catalog throws(CatalogError) in
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

  package func admit(_ page: PageAdmission) async throws(MirrorError) -> [PhotoRecord] {
    try await query { catalog throws(CatalogError) in
      try catalog.admit(page, provider: provider, source: source, pass: pass, at: clock())
    }
  }

  package func waiting(
    onlyDeferred: Bool, after: Int64, limit: Int
  ) async throws(MirrorError) -> [PhotoRecord] {
    try await query { catalog throws(CatalogError) in
      try catalog.waiting(
        in: source, onlyDeferred: onlyDeferred, after: after, limit: limit, now: clock())
    }
  }

  package func mirrored(after: Int64, limit: Int) async throws(MirrorError) -> [PhotoRecord] {
    try await query { catalog throws(CatalogError) in
      try catalog.mirrored(in: source, after: after, limit: limit)
    }
  }

  package func mirroredCount() async throws(MirrorError) -> Int {
    try await query { catalog throws(CatalogError) in try catalog.mirroredCount(of: source.id) }
  }

  /// Whether the file of any photo of the mirror is recorded.
  package func hasFiles() async throws(MirrorError) -> Bool {
    try await query { catalog throws(CatalogError) in try catalog.hasFiles() }
  }

  package func complete(_ photos: [MirroredPhoto]) async throws(MirrorError) {
    try await query { catalog throws(CatalogError) in try catalog.record(photos) }
  }

  package func fail(_ id: Int64, reason: String, isDeferred: Bool) async throws(MirrorError) {
    try await query { catalog throws(CatalogError) in
      try catalog.noteFailure(ofPhoto: id, reason: reason, isDeferred: isDeferred)
    }
  }

  package func refuse(_ id: Int64, reason: String) async throws(MirrorError) -> Refusal {
    try await query { catalog throws(CatalogError) in
      try catalog.noteRefusal(ofPhoto: id, reason: reason, at: clock())
    }
  }

  package func shorten(_ id: Int64, to stem: String) async throws(MirrorError) -> String {
    try await query { catalog throws(CatalogError) in try catalog.giveName(stem, toPhoto: id) }
  }

  package func noteLosses(_ ids: [Int64]) async throws(MirrorError) {
    try await query { catalog throws(CatalogError) in
      for id in ids { try catalog.noteLoss(ofPhoto: id) }
    }
  }

  /// Begins a pass over the listing, or resumes the incomplete one; see ``PassRecord``.
  /// - Parameter isLimited: Whether the run is limited to a number of photos. Such a pass proves nothing about
  ///   photos that it did not list, and is never resumed.
  package func beginPass(isLimited: Bool) async throws(MirrorError) -> PassRecord {
    let begun = try await query { catalog throws(CatalogError) in
      try catalog.beginPass(of: source, isLimited: isLimited, at: clock())
    }
    state.withLock { $0.pass = begun.number }
    return begun
  }

  package func noteSelection(_ selection: Int64) async throws(MirrorError) {
    guard let pass else { return }
    try await query { catalog throws(CatalogError) in
      try catalog.noteSelection(selection, ofPass: pass, of: source)
    }
  }

  package func noteCursor(_ cursor: String?) async throws(MirrorError) {
    guard let pass else { return }
    try await query { catalog throws(CatalogError) in
      try catalog.noteCursor(cursor, ofPass: pass, of: source)
    }
  }

  package func endPass(
    as outcome: PassRecord.Outcome, reason: String?
  ) async throws(MirrorError) {
    guard let pass else { return }
    try await query { catalog throws(CatalogError) in
      try catalog.endPass(pass, of: source, as: outcome, because: reason, at: clock())
    }
  }

  package func unlisted(
    sincePass number: Int64, after: Int64, limit: Int
  ) async throws(MirrorError) -> [Int64] {
    try await query { catalog throws(CatalogError) in
      try catalog.unlisted(in: source, sincePass: number, after: after, limit: limit)
    }
  }

  /// Albums in the order of their ids, after the one with the id `after`; 0 for the first batch.
  package func albums(after: Int64, limit: Int) async throws(MirrorError) -> [AlbumRecord] {
    try await query { catalog throws(CatalogError) in try catalog.albums(after: after, limit: limit)
    }
  }

  /// Photos of an album, in its order, after the member `after`; nil for the first batch.
  package func members(
    ofAlbum id: Int64, after: AlbumMember?, limit: Int
  ) async throws(MirrorError) -> [AlbumMember] {
    try await query { catalog throws(CatalogError) in
      try catalog.members(ofAlbum: id, after: after, limit: limit)
    }
  }

  package func resolution() async throws(MirrorError) -> Resolution? {
    try await query { catalog throws(CatalogError) in try catalog.resolution(ofSource: source.id) }
  }

  package func noteResolution(_ resolution: Resolution) async throws(MirrorError) {
    try await query { catalog throws(CatalogError) in
      try catalog.noteResolution(resolution, ofSource: source.id)
    }
  }

  /// The API budget that an earlier run left for an account; nil if there was no call.
  package func budget(of account: CallAccount) async throws(MirrorError) -> CallBudget? {
    try await query { catalog throws(CatalogError) in try catalog.pace(of: account) }
  }

  /// Records the API budget of an account.
  package func noteBudget(_ budget: CallBudget, of account: CallAccount) async throws(MirrorError) {
    try await query { catalog throws(CatalogError) in try catalog.notePace(budget, of: account) }
  }
}

extension Catalog {
  /// The machine's clock in seconds since 1970.
  package static let now: @Sendable () -> Int64 = { Int64(Date().timeIntervalSince1970) }
}
