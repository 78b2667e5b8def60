import Locking
import MirrorCore
import ProviderKit

/// A catalog in memory, for tests. Several runs share one store.
package actor MemoryCatalog: TaskCatalog {
  package nonisolated let source: SourceRecord
  /// The error of every call from now on; nil if calls succeed.
  private var failure: MirrorError?
  /// Whether a pass came to the listing's end.
  package private(set) var hasEnded = false
  private let store: Locked<MemoryStore>
  private let provider: String
  /// Seconds since 1970.
  let now: Int64
  private(set) var pass: Int64?

  /// Begins a run.
  package init(
    _ store: Locked<MemoryStore> = Locked(MemoryStore()), source: String = "site:all",
    provider: String = "site",
    now: Int64 = 1_700_000_000
  ) {
    self.store = store
    self.provider = provider
    self.now = now
    self.source = store.withLock { $0.beginRun(of: source, now: now) }
  }

  package func fail(with failure: MirrorError) { self.failure = failure }

  package var mirrored: [PhotoRecord] {
    store.withLock { $0.records(after: 0, limit: .max) { $0.isMirrored } }
  }

  func with<Result>(
    _ body: (inout MemoryStore) -> Result
  ) throws(MirrorError) -> Result {
    if let failure { throw failure }
    return store.withLock { body(&$0) }
  }

  private func records(
    after: Int64, limit: Int, where isWanted: (MemoryStore.Row) -> Bool
  ) throws(MirrorError) -> [PhotoRecord] {
    try with { $0.records(after: after, limit: limit, where: isWanted) }
  }

  package func match(_ photos: [Photo]) throws(MirrorError) -> [String: PhotoMatch] {
    try with { store in
      Dictionary(
        photos.map { photo in
          let site = photo.site ?? provider
          var match = PhotoMatch(site: site, record: store.row(photo.id, site)?.record)
          match.said = match.record.flatMap { store.said(of: $0, by: source.id) }
          return (photo.id, match)
        }
      ) { $1 }
    }
  }

  package func admit(_ page: PageAdmission) throws(MirrorError) -> [PhotoRecord] {
    try with { store in
      for id in page.lost { store.rows[id]?.isMirrored = false }
      for id in page.unavailable where store.rows[id]?.source == source.id {
        store.rows[id]?.run = source.run
      }
      for (id, address) in page.learned where store.rows[id]?.address == nil {
        store.rows[id]?.address = address
      }
      for (id, announced) in page.announced { store.rows[id]?.announced = announced }
      for (id, mark) in page.shown { store.rows[id]?.shown = mark }
      for id in page.replaced where store.rows[id]?.replacedAt == nil {
        store.rows[id]?.replacedAt = now
      }
      for id in page.restored { store.rows[id]?.replacedAt = nil }
      for id in page.listedAgain { store.rows[id]?.departure = nil }
      if let pass { store.count(page, inPass: pass, of: source.id) }
      for known in page.known {
        if let photo = known.photo { store.rows[known.id]?.photo = photo }
        store.noteMembership(known.id, source.id, pass)
        store.said[source.id, default: [:]][known.id] =
          known.said ?? store.rows[known.id]?.photo.digest
      }
      let records = page.wanted.map { wanted in
        let id = store.admit(wanted, source)
        store.noteMembership(id, source.id, pass)
        store.said[source.id, default: [:]][id] = store.rows[id]?.photo.digest
        return store.rows[id]!.record(withListing: false)
      }
      if let album = page.album { store.note(album, isWhole: page.refused == 0) }
      return records
    }
  }

  package func waiting(onlyDeferred: Bool, after: Int64, limit: Int) throws(MirrorError)
    -> [PhotoRecord]
  {
    try records(after: after, limit: limit) { row in
      guard !row.isMirrored, !row.isAway, row.source == self.source.id else { return false }
      if row.run == self.source.run { return row.isDeferred }
      return !onlyDeferred && row.refusal?.retryAt ?? self.now <= self.now
    }
  }

  package func mirrored(after: Int64, limit: Int) throws(MirrorError) -> [PhotoRecord] {
    try records(after: after, limit: limit) { $0.isMirrored && $0.source == self.source.id }
  }

  package func mirroredCount() throws(MirrorError) -> Int {
    try mirrored(after: 0, limit: .max).count
  }

  package func complete(_ photos: [MirroredPhoto]) throws(MirrorError) {
    try with { store in for photo in photos { store.rows[photo.id]?.complete(photo) } }
    try noteNewSidecars(photos.map(\.id))
  }

  package func fail(_ id: Int64, reason: String, isDeferred: Bool) throws(MirrorError) {
    try with { store in
      guard store.rows[id]?.isMirrored == false else { return }
      store.rows[id]?.isDeferred = isDeferred
      if !isDeferred, let refusal = store.rows[id]?.refusal {
        store.rows[id]?.refusal = Refusal(since: refusal.since, retryAt: nil, reason: reason)
      }
    }
  }

  package func shorten(_ id: Int64, to stem: String) throws(MirrorError) -> String {
    try with { store in store.shorten(id, to: stem) }
  }

  package func refuse(_ id: Int64, reason: String) throws(MirrorError) -> Refusal {
    try with { store in
      let before = store.rows[id]?.refusal
      let wait = min(max(now - (before?.since ?? now), 86_400), 32 * 86_400)
      let refusal = Refusal(
        since: before?.since ?? now, retryAt: before.map { _ in now + wait }, reason: reason)
      store.rows[id]?.refusal = refusal
      store.rows[id]?.isDeferred = false
      return refusal
    }
  }

  package func noteLosses(_ ids: [Int64]) throws(MirrorError) {
    try with { store in for id in ids { store.rows[id]?.isMirrored = false } }
  }

  package func noteThumbnails(_ thumbnails: [Int64: StoredThumbnail]) throws(MirrorError) {
    try with { store in
      for (id, thumbnail) in thumbnails { store.rows[id]?.thumbnail = thumbnail }
    }
  }

  package func beginPass(isLimited: Bool) throws(MirrorError) -> PassRecord {
    let begun = try with { $0.beginPass(of: source.id, isLimited: isLimited) }
    pass = begun.number
    return begun
  }

  package func noteSelection(_ selection: Int64) throws(MirrorError) {
    guard let pass else { return }
    try with { $0.noteSelection(selection, ofPass: pass, of: source.id) }
  }

  package func noteCursor(_ cursor: String?) throws(MirrorError) {
    guard let pass else { return }
    try with { $0.passes[source.id]?[Int(pass) - 1].cursor = cursor }
  }

  package func endPass(as outcome: PassRecord.Outcome, reason: String?) throws(MirrorError) {
    if let failure { throw failure }
    hasEnded = hasEnded || outcome == .complete
    guard let pass else { return }
    try with { store in
      guard var ended = store.passes[source.id]?[Int(pass) - 1], ended.outcome != .complete else {
        return
      }
      store.ends[source.id, default: [:]][pass] = now
      (ended.outcome, ended.reason) = (outcome, reason)
      if outcome == .complete { ended.cursor = nil }
      store.passes[source.id]?[Int(pass) - 1] = ended
    }
  }

  package func unlisted(sincePass number: Int64, after: Int64, limit: Int) throws(MirrorError)
    -> [Int64]
  {
    try with { store in
      let pass = store.passes[source.id]?.first { $0.number == number }
      guard pass?.outcome == .complete else { return [] }
      let missing = store.lastPasses[source.id, default: [:]].filter { $0 > after && $1 < number }
      return Array(missing.keys.sorted().prefix(limit))
    }
  }

  package func metadata(of id: Int64) throws(MirrorError) -> Photo? {
    try with { store in
      var photo = store.rows[id]?.photo
      photo?.renditions = []
      photo?.site = store.rows[id]?.site
      if let known = store.details[id]?.known, !known.parts.isEmpty {
        let listed = photo?.details ?? PhotoDetails()
        photo?.details = listed.replacing(with: known)
      }
      return photo
    }
  }

  package func albums(after: Int64, limit: Int) throws(MirrorError) -> [AlbumRecord] {
    try with { store in
      let records = store.albums.enumerated().map { store.record(of: $1, id: Int64($0 + 1)) }
      return Array(records.filter { $0.id > after }.prefix(limit))
    }
  }

  package func members(
    ofAlbum id: Int64, after: AlbumMember?, limit: Int
  ) throws(MirrorError) -> [AlbumMember] {
    try with { store in
      let last = (after?.position ?? -1, after?.photo ?? 0)
      let rest = store.members(ofAlbum: Int(id) - 1).filter { ($0.position, $0.photo) > last }
      return Array(rest.prefix(limit))
    }
  }

  package func resolution() throws(MirrorError) -> Resolution? {
    try with { $0.resolutions[source.id] }
  }

  package func noteResolution(_ resolution: Resolution) throws(MirrorError) {
    try with { $0.resolutions[source.id] = resolution }
  }

  package func budget(of account: CallAccount) throws(MirrorError) -> CallBudget? {
    try with { $0.budgets[account] }
  }

  package func noteBudget(_ budget: CallBudget, of account: CallAccount) throws(MirrorError) {
    try with { $0.budgets[account] = budget }
  }
}
