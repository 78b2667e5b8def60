import Foundation
import MirrorCore
import ProviderKit

/// The content of a ``MemoryCatalog``.
package struct MemoryStore: Sendable {
  struct Row: Sendable {
    let id: Int64
    let site: String
    var stem: String
    var photo: Photo
    var source: Int64
    var run: Int64
    var isMirrored = false
    var isDeferred = false
    var path: String?
    var refusal: Refusal?
    var address: String?
    var label = ""
    var thumbnail = StoredThumbnail.absent
    var replacedAt: Int64?
    var departure: Departure?
    var announced: Int64?
    var shown: Int64?
    /// Places in the trash, the oldest first.
    var versions: [String] = []
    var file: MirroredPhoto?

    /// Whether it left the mirror.
    var isAway: Bool { departure.map { !$0.state.isMirrored } ?? false }

    var known: KnownPhoto { KnownPhoto(record: record, site: site, file: file) }

    var record: PhotoRecord { record(withListing: true) }

    func record(withListing: Bool) -> PhotoRecord {
      PhotoRecord(
        id: id, photo: photo.id, stem: stem, isMirrored: isMirrored, path: path,
        listing: isMirrored || !withListing ? nil : ListedEntry(photo), source: source, run: run,
        refusal: refusal,
        address: address, label: label, thumbnail: thumbnail, replacedAt: replacedAt,
        departure: departure,
        picture: file.map {
          PictureFacts(
            width: $0.width, height: $0.height, announced: announced, shown: shown,
            isOriginal: $0.sizeReason == .original, isLinkRefused: $0.sizeReason == .linkRefused)
        }, metadataDigest: photo.digest)
    }

    mutating func complete(_ file: MirroredPhoto) {
      (isMirrored, isDeferred, refusal, replacedAt) = (true, false, nil, nil)
      if departure?.state == .replacing {
        versions += [departure?.place].compactMap(\.self)
        departure = nil
      }
      announced = file.announced
      shown = file.shown ?? shown
      (path, thumbnail) = (file.path, file.thumbnail)
      let isSame = self.file?.sha256 == file.sha256
      self.file = file
      if !file.label.isEmpty || !isSame { label = file.label }
      address = file.address ?? (isSame ? address : nil)
    }
  }

  var rows: [Int64: Row] = [:]
  var passes: [Int64: [PassRecord]] = [:]
  /// By source and pass, when it ended: seconds since 1970.
  var ends: [Int64: [Int64: Int64]] = [:]
  /// By source and pass.
  private var selections: [Int64: [Int64: Int64]] = [:]
  var withdrawn: Set<Int64> = []
  /// By source and photo, the last pass that listed it.
  var lastPasses: [Int64: [Int64: Int64]] = [:]
  /// By source and photo, the digest of what it said last.
  var said: [Int64: [Int64: Int64]] = [:]
  var budgets: [CallAccount: CallBudget] = [:]
  /// By source.
  var resolutions: [Int64: Resolution] = [:]
  var albums: [MemoryAlbum] = []
  /// By photo.
  var albumTags: [Int64: MemoryAlbumTags] = [:]
  /// Whether an album was read since all sidecars were compared with the albums.
  var areAlbumTagsDue = false
  /// By photo.
  var details: [Int64: MemoryDetails] = [:]
  private var sources: [String: SourceRecord] = [:]
  private var ids: [[String]: Int64] = [:]
  private var names: Set<String> = []

  package init() {}

  mutating func beginRun(of address: String, now: Int64) -> SourceRecord {
    let known = sources[address]
    let id = known?.id ?? Int64(sources.count + 1)
    let pass = passes[id]?.last { !$0.isLimited }
    let complete = passes[id]?.last { $0.outcome == .complete }
    var source = SourceRecord(
      id: id, address: address, run: (known?.run ?? 0) + 1,
      isUnderway: pass.map { $0.outcome != .complete } ?? false, cursor: pass?.cursor,
      finishedAt: complete.flatMap { ends[id]?[$0.number] })
    source.base = base(of: id, now: now)
    sources[address] = source
    return source
  }

  private func base(of source: Int64, now: Int64) -> PassBase? {
    let complete = passes[source, default: []].filter { $0.outcome == .complete && !$0.isLimited }
    guard let full = complete.last(where: { $0.doubt != .newest }),
      let end = ends[source]?[full.number]
    else { return nil }
    let missing = lastPasses[source, default: [:]].filter { $1 < full.number }.keys
    return PassBase(
      age: now - end, doubt: full.doubt, selection: selections[source]?[full.number],
      hasMissing: missing.contains { rows[$0]?.isMirrored == true && rows[$0]?.departure == nil },
      total: complete.last?.total)
  }

  mutating func noteSelection(_ selection: Int64, ofPass number: Int64, of source: Int64) {
    let before = selections[source]?[number] ?? selection
    selections[source, default: [:]][number] = before == selection ? selection : 1
  }

  func row(_ photo: String, _ site: String) -> Row? { ids[[site, photo]].flatMap { rows[$0] } }

  func records(
    after: Int64, limit: Int, where isWanted: (Row) -> Bool
  ) -> [PhotoRecord] {
    let found = rows.values.filter { $0.id > after && isWanted($0) }.sorted { $0.id < $1.id }
    return found.prefix(limit).map(\.record)
  }

  /// A known photo keeps its name.
  mutating func admit(_ wanted: PageAdmission.Wanted, _ source: SourceRecord) -> Int64 {
    if let id = ids[[wanted.site, wanted.photo.id]] {
      guard rows[id]?.isMirrored == false else { return id }
      rows[id]?.photo = wanted.photo
      rows[id]?.isDeferred = false
      rows[id]?.source = source.id
      rows[id]?.run = source.run
      return id
    }
    let id = Int64(rows.count + 1)
    var stem = wanted.stem
    while !names.insert(stem.lowercased().precomposedStringWithCanonicalMapping).inserted {
      stem += "_\(id)"
    }
    ids[[wanted.site, wanted.photo.id]] = id
    rows[id] = Row(
      id: id, site: wanted.site, stem: stem, photo: wanted.photo, source: source.id,
      run: source.run)
    return id
  }

  mutating func shorten(_ id: Int64, to wanted: String) -> String {
    let name = { (stem: String) in stem.lowercased().precomposedStringWithCanonicalMapping }
    names.remove(name(rows[id]?.stem ?? ""))
    var stem = wanted
    while !names.insert(name(stem)).inserted { stem += "_\(id)" }
    rows[id]?.stem = stem
    return stem
  }

  /// The source's complete passes without a doubt, the latest first.
  func judgingPasses(of source: Int64) -> [(number: Int64, endedAt: Int64)] {
    passes[source, default: []].reversed().filter {
      $0.outcome == .complete && !$0.isLimited && $0.doubt == nil
    }.map { ($0.number, ends[source]?[$0.number] ?? 0) }
  }

  /// Whether a source lists a photo, as far as is known.
  func lists(_ photo: Int64, _ source: Int64, _ policy: GonePolicy, now: Int64) -> Bool {
    guard let last = lastPasses[source]?[photo] else { return false }
    if let first = policy.firstPass(of: judgingPasses(of: source), now: now), last < first {
      return false
    }
    let complete = passes[source, default: []].filter { $0.outcome == .complete }
    guard let latest = complete.last, complete.allSatisfy({ $0.doubt == .window }) else {
      return true
    }
    return last >= latest.number
  }

  /// ``PhotoMatch/said`` of a photo.
  func said(of record: PhotoRecord, by source: Int64) -> Int64? {
    let isWindow = { (source: Int64) in passes[source]?.last?.doubt == .window }
    let isTakenOver = isWindow(record.source) && !isWindow(source)
    return said[source]?[record.id] ?? (isTakenOver ? record.metadataDigest : nil)
  }

  mutating func noteMembership(_ photo: Int64, _ source: Int64, _ pass: Int64?) {
    guard let pass else { return }
    let last = lastPasses[source]?[photo] ?? 0
    lastPasses[source, default: [:]][photo] = max(last, pass)
  }

  mutating func beginPass(of source: Int64, isLimited: Bool) -> PassRecord {
    var all = passes[source] ?? []
    let open = all.lastIndex { !$0.isLimited }.flatMap {
      all[$0].outcome == .complete || isLimited ? nil : $0
    }
    let index = open ?? all.count
    if open == nil { all.append(PassRecord(number: Int64(index + 1))) }
    all[index].isLimited = isLimited
    all[index].isResumed = all[index].cursor != nil
    (all[index].outcome, all[index].reason) = (nil, nil)
    if all[index].cursor == nil {
      (all[index].pages, all[index].listed, all[index].refused) = (0, 0, 0)
      (all[index].doubt, all[index].total) = (nil, nil)
      selections[source]?[all[index].number] = nil
    }
    passes[source] = all
    return all[index]
  }

  mutating func count(_ page: PageAdmission, inPass number: Int64, of source: Int64) {
    guard var pass = passes[source]?[Int(number) - 1] else { return }
    pass.pages += 1
    pass.listed += page.wanted.count + page.known.count
    pass.refused += page.refused
    pass.total = pass.total ?? page.total
    passes[source]?[Int(number) - 1] = pass
  }
}
