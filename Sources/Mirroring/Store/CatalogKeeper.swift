import Catalog
import Glibc
import Operations
import ProviderKit

/// The one owner of the catalog: an actor that lives on a thread of its own, because SQLite blocks.
actor CatalogKeeper {
  private var catalog: Catalog?
  private nonisolated let thread: SerialThread
  private let provider: String
  /// As it was before this run.
  nonisolated let source: SourceRecord
  /// The pass over the listing that this run is at.
  private var pass: Int64?

  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  /// Opens the catalog and begins a run of `source`. Blocks on the disk.
  init(
    _ directory: MirrorDirectory, source: String, provider: String
  ) throws(MirrorError) {
    do {
      let catalog = try Catalog(path: directory.catalog)
      self.catalog = catalog
      self.source = try catalog.beginRun(ofSource: source)
    } catch {
      throw MirrorError(error)
    }
    self.provider = provider
    thread = SerialThread(name: "catalog")
  }

  /// Which photos of the catalog those of a page are, by their ids in the listing.
  func known(_ photos: [Photo]) throws(MirrorError) -> [String: PhotoLookup.Match] {
    try reporting { catalog throws(CatalogError) in
      let lookup = try PhotoLookup(catalog, provider: provider, source: source.address)
      var matches: [String: PhotoLookup.Match] = [:]
      for photo in photos {
        let match = try lookup.match(photo)
        if match.isOld, let record = match.record {
          try catalog.move(record.id, toSite: match.site)
        }
        matches[photo.id] = match
      }
      return matches
    }
  }

  /// Notes a page of the listing, and gives the rows of those of its photos that are to be mirrored.
  func admit(_ page: PageNotes) throws(MirrorError) -> [PhotoRecord] {
    try reporting { catalog throws(CatalogError) in
      try catalog.admit(
        page, provider: provider, source: source, pass: pass, at: Int64(time(nil)))
    }
  }

  /// Mirrored photos that the source brought, in the order of their rows.
  func mirrored(after: Int64, limit: Int) throws(MirrorError) -> [PhotoRecord] {
    try reporting { catalog throws(CatalogError) in
      try catalog.mirrored(in: source, after: after, limit: limit)
    }
  }

  func noteLosses(_ ids: [Int64]) throws(MirrorError) {
    try reporting { catalog throws(CatalogError) in
      for id in ids { try catalog.noteLoss(ofPhoto: id) }
    }
  }

  func noteThumbnailLoss(ofPhoto id: Int64) throws(MirrorError) {
    try reporting { catalog throws(CatalogError) in try catalog.noteThumbnailLoss(ofPhoto: id) }
  }

  func waiting(onlyDeferred: Bool, after: Int64, limit: Int) throws(MirrorError) -> [PhotoRecord] {
    try reporting { catalog throws(CatalogError) in
      try catalog.waiting(
        in: source, onlyDeferred: onlyDeferred, after: after, limit: limit, now: Int64(time(nil)))
    }
  }

  func waiting(among ids: Set<Int64>) throws(MirrorError) -> Set<Int64> {
    try reporting { catalog throws(CatalogError) in
      var waiting: Set<Int64> = []
      for id in ids where try catalog.isWaiting(id) { waiting.insert(id) }
      return waiting
    }
  }

  /// How many photos of the source are mirrored.
  func mirroredCount() throws(MirrorError) -> Int {
    try reporting { catalog throws(CatalogError) in
      try catalog.counts().first { $0.source.id == source.id }?.mirrored ?? 0
    }
  }

  func record(_ photos: [MirroredPhoto]) throws(MirrorError) {
    try reporting { catalog throws(CatalogError) in try catalog.record(photos) }
  }

  func noteFailure(ofPhoto id: Int64, reason: String, isDeferred: Bool) throws(MirrorError) {
    try reporting { catalog throws(CatalogError) in
      try catalog.noteFailure(ofPhoto: id, reason: reason, isDeferred: isDeferred)
    }
  }

  /// Notes that the site refuses a photo: the first time that is a failure, then it is unavailable.
  func noteRefusal(ofPhoto id: Int64, reason: String) throws(MirrorError) -> Refusal {
    try reporting { catalog throws(CatalogError) in
      try catalog.noteRefusal(ofPhoto: id, reason: reason, at: Int64(time(nil)))
    }
  }

  /// Begins a pass over the listing, or goes on with the one that did not come to its end.
  func beginPass(isLimited: Bool) throws(MirrorError) {
    pass = try reporting { catalog throws(CatalogError) in
      try catalog.beginPass(of: source, isLimited: isLimited, at: Int64(time(nil))).number
    }
  }

  func noteCursor(_ cursor: String?) throws(MirrorError) {
    guard let pass else { return }
    try reporting { catalog throws(CatalogError) in
      try catalog.noteCursor(cursor, ofPass: pass, of: source)
    }
  }

  /// - Parameter reason: why the pass is not complete.
  func endPass(
    as outcome: PassRecord.Outcome, because reason: String? = nil
  ) throws(MirrorError) {
    guard let pass else { return }
    try reporting { catalog throws(CatalogError) in
      try catalog.endPass(
        pass, of: source, as: outcome, because: reason, at: Int64(time(nil)))
    }
  }

  func noteChoices(_ choices: SourceChoices) throws(MirrorError) {
    try reporting { catalog throws(CatalogError) in
      try catalog.noteChoices(choices, ofSource: source.id)
    }
  }

  /// Forgets the source if it never gave anything; tells whether no other is left.
  func forgetSource() throws(MirrorError) -> Bool {
    try reporting { catalog throws(CatalogError) in try catalog.forget(source) }
  }

  /// What an earlier run had left of the site's calls.
  func pace(of account: CallAccount) throws(MirrorError) -> PaceRecord? {
    try reporting { catalog throws(CatalogError) in try catalog.pace(of: account) }
  }

  func notePace(_ pace: PaceRecord, of account: CallAccount) throws(MirrorError) {
    try reporting { catalog throws(CatalogError) in try catalog.notePace(pace, of: account) }
  }

  /// Closes the file and ends the thread; later calls fail.
  nonisolated func close() async {
    await forget()
    await thread.shutdown()
  }

  private func forget() {
    // A file that stays large is no harm.
    try? catalog?.giveBackSpace()
    catalog = nil
  }

  private func reporting<Result>(
    _ body: (Catalog) throws(CatalogError) -> Result
  ) throws(MirrorError) -> Result {
    guard let catalog else { throw .directory("the catalog is closed") }
    do { return try body(catalog) } catch { throw MirrorError(error) }
  }
}
