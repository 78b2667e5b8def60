import ProviderKit

/// After a complete pass: finds the photos that are gone from the source, and does with them what the user chose.
///
/// A photo is touched only if complete passes without a doubt, each a day apart, did not list it, or one did not and
/// the site says that it has no such photo; no other source lists it; and its file has the bytes that were mirrored.
/// A photo that the site has counts as listed. Before one is deleted for good, the site is asked, if it can be.
package struct Reconciliation: Sendable {
  private static let batch = 500
  /// The most photos that the site is asked about, each with a call: of those that one pass lacks, and of those
  /// that are to be deleted.
  private static let mostQuestions = (young: 100, old: 200)

  let catalog: any GoneCatalog
  let trash: Trash
  let announcer: Announcer
  let policy: GonePolicy
  /// Whether it only reports what it would do.
  let isDryRun: Bool
  /// What the site says of a photo; nil if it cannot be asked.
  let presence: (@Sendable (Photo) async -> Presence)?

  package init(
    catalog: any GoneCatalog, trash: Trash, announcer: Announcer, policy: GonePolicy,
    isDryRun: Bool = false, presence: (@Sendable (Photo) async -> Presence)? = nil
  ) {
    self.presence = presence
    (self.catalog, self.trash, self.announcer) = (catalog, trash, announcer)
    (self.policy, self.isDryRun) = (policy, isDryRun)
  }

  /// Reports what was found, and done.
  package func run() async throws {
    guard let pass = try await catalog.currentPass(), pass.outcome == .complete, !pass.isLimited
    else { return }
    guard pass.doubt != .window, pass.doubt != .newest else { return }
    if pass.listed == 0, pass.refused == 0 {
      if try await noteWithdrawal() { return }
    } else {
      _ = try await catalog.noteWithdrawal(false)
    }
    var report = GoneReport(action: policy.action)
    report.doubt = pass.doubt
    let judged = try await judge(from: pass, &report)
    announcer.note(try await act(on: judged, report))
  }

  /// The ids of the photos that are gone and that no other source lists.
  private func judge(from pass: PassRecord, _ report: inout GoneReport) async throws -> [Int64] {
    let first = pass.doubt == nil ? try await catalog.firstJudgingPass(policy) : nil
    var gone: [Int64] = []
    var questions = Self.mostQuestions
    var last: Int64 = 0
    while true {
      try Task.checkCancellation()
      let ids = try await catalog.unlisted(
        sincePass: pass.number, after: last, limit: Self.batch)
      guard let end = ids.last else { return gone }
      last = end
      let mirrored = try await trash.catalog.photos(ids).filter(\.isToBeJudged).map(\.record.id)
      var (old, confirmed) = (Set<Int64>(), Set<Int64>())
      if let first { old = try await unlisted(sincePass: first, among: ids) }
      let elsewhere = try await catalog.listedElsewhere(mirrored, policy)
      let unlisted = mirrored.filter { !elsewhere.contains($0) }
      for id in unlisted where questions.young > 0 && !old.contains(id) {
        questions.young -= 1
        if try await ask(about: id) == .gone { confirmed.insert(id) }
      }
      if policy.action == .delete {
        for id in unlisted where old.contains(id) {
          if try await !mayDelete(id, &questions.old, &report) { old.remove(id) }
        }
      }
      old.formUnion(confirmed)
      let missing = mirrored.filter(old.contains)
      report.missing += mirrored.count - missing.count
      report.listedElsewhere += missing.count(where: elsewhere.contains)
      gone += missing.filter { !elsewhere.contains($0) }
    }
  }

  private func unlisted(sincePass first: Int64, among ids: [Int64]) async throws -> Set<Int64> {
    var old: Set<Int64> = []
    guard let start = ids.first, let end = ids.last else { return old }
    var last = start - 1
    while last < end {
      let more = try await catalog.unlisted(sincePass: first, after: last, limit: Self.batch)
      old.formUnion(more)
      last = more.last ?? end
    }
    return old
  }

  private func act(on gone: [Int64], _ before: GoneReport) async throws -> GoneReport {
    var report = before
    report.gone = gone.count
    let total = try await catalog.mirroredCount()
    if policy.action != .keep, !policy.limit.allows(gone.count, of: total) {
      report.exceeded = policy.limit.number(of: total)
      return report
    }
    for start in stride(from: 0, to: gone.count, by: Self.batch) {
      let ids = gone[start..<min(start + Self.batch, gone.count)]
      let photos = try await trash.catalog.photos(Array(ids))
      switch policy.action {
      case .keep: try await keep(photos, &report)
      case .trash, .delete: try await remove(photos, &report)
      }
    }
    return report
  }

  private func keep(_ photos: [KnownPhoto], _ report: inout GoneReport) async throws {
    let new = photos.filter { $0.record.departure == nil }
    report.newlyGone += new.count
    report.kept += photos.count
    guard !isDryRun else { return }
    let departure = Departure(.gone, since: trash.now(), reason: Self.reason)
    try await trash.catalog.depart(Dictionary(new.map { ($0.record.id, departure) }) { $1 })
    for path in new.compactMap(\.record.path) { announcer.announce(.noted(.gone(path: path))) }
  }

  private func remove(_ photos: [KnownPhoto], _ report: inout GoneReport) async throws {
    var unchanged: [KnownPhoto] = []
    for photo in photos {
      switch try await trash.isUnchanged(photo) {
      case true?: unchanged.append(photo)
      case false?:
        report.edited += 1
        if let path = photo.record.path { announcer.announce(.noted(.goneAndEdited(path: path))) }
      // Its loss is noticed elsewhere.
      case nil: report.gone -= 1
      }
    }
    guard !isDryRun else {
      count(unchanged.count, in: &report)
      for path in unchanged.compactMap(\.record.path) {
        announcer.announce(.noted(.wouldRemove(path: path)))
      }
      return
    }
    let discarded = try await trash.discard(unchanged, cause: .gone, reason: Self.reason)
    let places = discarded.places
    report.failed += unchanged.count - places.count
    report.failure = report.failure ?? discarded.failure
    if policy.action == .delete {
      for photo in try await trash.catalog.photos(Array(places.keys)) {
        if let place = places[photo.record.id] { try await trash.purge(place, of: photo) }
      }
    }
    count(places.count, in: &report)
    for photo in unchanged {
      guard let path = photo.record.path, let place = places[photo.record.id] else { continue }
      announcer.announce(
        .noted(.removed(path: path, place: policy.action == .delete ? nil : place)))
    }
  }

  private func count(_ photos: Int, in report: inout GoneReport) {
    if policy.action == .delete { report.deleted += photos } else { report.trashed += photos }
  }

  /// The site refused the source before it showed anything: its photos may have been withdrawn as a whole.
  package func noteRefusal() async throws {
    guard let pass = try await catalog.currentPass(), pass.listed == 0 else { return }
    _ = try await noteWithdrawal()
  }

  /// An account that shows nothing any more: its mirror may be the last copy, so that nothing is judged.
  /// - Returns: Whether there were photos before.
  private func noteWithdrawal() async throws -> Bool {
    let count = try await catalog.mirroredCount()
    guard count > 0 else { return false }
    if try await catalog.noteWithdrawal(true) {
      announcer.announce(.noted(.withdrawn(photos: count)))
    }
    return true
  }

  private static let reason = "the source no longer lists it"
}

extension KnownPhoto {
  /// Whether its absence from a listing says something about it.
  var isToBeJudged: Bool {
    record.isMirrored && (record.departure == nil || record.departure?.state == .gone)
  }
}
