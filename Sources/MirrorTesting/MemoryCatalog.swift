import MirrorCore
import ProviderKit

/// A catalog in memory, for tests.
package actor MemoryCatalog: PhotoCatalog {
  package nonisolated let source: SourceRecord
  /// Why every call fails from now on; nil: none does.
  package var failure: MirrorError?
  package private(set) var records: [Int64: PhotoRecord] = [:]
  package private(set) var mirrored: [Int64: MirroredPhoto] = [:]
  package private(set) var failures: [Int64: String] = [:]
  package private(set) var cursors: [String?] = []
  package private(set) var hasEnded = false
  private var deferred: Set<Int64> = []
  private var budgets: [CallAccount: CallBudget] = [:]

  package init(source: SourceRecord = SourceRecord(id: 1, address: "site:x", run: 1)) {
    self.source = source
  }

  package func fail(with failure: MirrorError) { self.failure = failure }

  private func check() throws(MirrorError) { if let failure { throw failure } }

  package func match(_ photos: [Photo]) throws(MirrorError) -> [String: PhotoMatch] {
    try check()
    let known = Dictionary(records.values.map { ($0.photo, $0) }) { $1 }
    return Dictionary(
      photos.map { ($0.id, PhotoMatch(site: $0.site ?? "site", record: known[$0.id])) }
    ) { $1 }
  }

  package func admit(_ page: PageAdmission) throws(MirrorError) -> [PhotoRecord] {
    try check()
    try noteLosses(page.lost)
    return page.wanted.map { wanted in
      let known = records.values.first { $0.photo == wanted.photo.id }
      let record = PhotoRecord(
        id: known?.id ?? Int64(records.count + 1), photo: wanted.photo.id,
        stem: known?.stem ?? wanted.stem, listing: ListedEntry(wanted.photo), source: source.id,
        run: source.run, refusal: known?.refusal)
      records[record.id] = record
      return record
    }
  }

  package func waiting(
    onlyDeferred: Bool, after: Int64, limit: Int
  ) throws(MirrorError) -> [PhotoRecord] {
    try check()
    let waiting = records.values.filter {
      $0.id > after && !$0.isMirrored && (deferred.contains($0.id) || $0.run < source.run)
    }
    return Array(waiting.sorted { $0.id < $1.id }.prefix(limit))
  }

  package func mirrored(after: Int64, limit: Int) throws(MirrorError) -> [PhotoRecord] {
    try check()
    let mirrored = records.values.filter { $0.id > after && $0.isMirrored }
    return Array(mirrored.sorted { $0.id < $1.id }.prefix(limit))
  }

  package func mirroredCount() throws(MirrorError) -> Int { mirrored.count }

  package func complete(_ photos: [MirroredPhoto]) throws(MirrorError) {
    try check()
    for photo in photos {
      mirrored[photo.id] = photo
      deferred.remove(photo.id)
      set(photo.id, path: photo.path)
    }
  }

  package func fail(_ id: Int64, reason: String, isDeferred: Bool) throws(MirrorError) {
    try check()
    failures[id] = reason
    if isDeferred { deferred.insert(id) } else { deferred.remove(id) }
  }

  package func refuse(_ id: Int64, reason: String) throws(MirrorError) -> Refusal {
    try fail(id, reason: reason, isDeferred: false)
    return Refusal(since: 0, retryAt: nil, reason: reason)
  }

  package func noteLosses(_ ids: [Int64]) throws(MirrorError) {
    try check()
    for id in ids {
      mirrored[id] = nil
      set(id, path: nil)
    }
  }

  private func set(_ id: Int64, path: String?) {
    guard let record = records[id] else { return }
    records[id] = PhotoRecord(
      id: id, photo: record.photo, stem: record.stem, isMirrored: path != nil, path: path,
      listing: record.listing, source: record.source, run: record.run,
      hasThumbnail: mirrored[id]?.hasThumbnail ?? false)
  }

  package func noteThumbnailLoss(_ id: Int64) throws(MirrorError) { try check() }

  package func noteCursor(_ cursor: String?) throws(MirrorError) {
    try check()
    cursors.append(cursor)
  }

  package func endPass() throws(MirrorError) {
    try check()
    hasEnded = true
  }

  package func budget(of account: CallAccount) throws(MirrorError) -> CallBudget? {
    budgets[account]
  }

  package func noteBudget(_ budget: CallBudget, of account: CallAccount) throws(MirrorError) {
    budgets[account] = budget
  }
}
