import Catalog
import Glibc
import Operations
import ProviderKit

/// The one owner of the catalog: an actor that lives on a thread of its own, because SQLite blocks.
actor CatalogKeeper {
  private var catalog: Catalog?
  private nonisolated let thread: SerialThread
  private let provider: String
  nonisolated let source: SourceRecord

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

  /// - Parameter left: unavailable photos that the listing shows as it did before.
  func admit(
    _ photos: [NewPhoto], lost: [Int64], left: [Int64]
  ) throws(MirrorError) -> [PhotoRecord] {
    try reporting { catalog throws(CatalogError) in
      for id in lost { try catalog.noteLoss(ofPhoto: id) }
      try catalog.noteListed(left, in: source)
      return try catalog.admit(photos, provider: provider, source: source)
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

  func noteAddresses(
    learned: [Int64: String], replaced: [Int64], restored: [Int64]
  ) throws(MirrorError) {
    guard !learned.isEmpty || !replaced.isEmpty || !restored.isEmpty else { return }
    try reporting { catalog throws(CatalogError) in
      try catalog.noteAddresses(
        learned: learned, replaced: replaced, restored: restored, at: Int64(time(nil)))
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

  func noteCursor(_ cursor: String?) throws(MirrorError) {
    try reporting { catalog throws(CatalogError) in
      try catalog.noteCursor(cursor, ofSource: source.id)
    }
  }

  func notePassEnd(at seconds: Int64) throws(MirrorError) {
    try reporting { catalog throws(CatalogError) in
      try catalog.notePassEnd(ofSource: source.id, at: seconds)
    }
  }

  func noteChoices(_ choices: String) throws(MirrorError) {
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
