import Foundation
import ProviderKit

/// The admit stage: records a page's photos in the catalog, determines which are mirrored, adopts files that
/// are stored without a record, and passes the other photos on.
struct AdmitStage: Sendable {
  let destination: MirrorFiles
  let catalog: any PhotoCatalog
  let companions: CompanionRepair
  let adoption: Adoption
  let update: MirroredUpdate
  let details: DetailStage
  let choices: WalkChoices
  let names: NameTemplate
  /// Nil unless workers share a queue.
  let queue: (any WorkQueue)?
  let announcer: Announcer

  func admit(_ page: ListedPage) async throws -> [PhotoJob] {
    switch page.content {
    case .listing(let photos, let refused, let total):
      let (jobs, replacements) = try await admit(
        photos, refused: refused, total: total, in: page.album)
      // Their files are the old versions.
      return try await handed(jobs) + replacements
    case .waiting(let records):
      let wanted = choices.filter.isEmpty ? records : try await filtered(records)
      var jobs: [PhotoJob] = []
      for record in wanted {
        let metadata = record.listing == nil ? try await catalog.metadata(of: record.id) : nil
        let isLost = adoption.failures.hasLostAddress(record.id)
        jobs +=
          [PhotoJob(record, metadata: metadata, isSecondTry: true, isAddressLost: isLost)]
          .compactMap(\.self)
      }
      return try await handed(jobs)
    case .again(let ids, let cause):
      if cause == .suspect { announcer.announce(.noted(.suspects(ids.count))) }
      return try await jobs(again: ids, because: cause)
    case .claimed(let claimed):
      var jobs: [PhotoJob] = []
      for claim in claimed {
        if let job = try await job(of: claim) {
          jobs.append(job)
        } else {
          _ = try await queue?.bury(
            claim.record.id, reason: "this version cannot read its listing", isRefusal: false)
        }
      }
      return try await adoption.adopt(jobs)
    }
  }

  /// The jobs of this process: with a queue, photos are put there, and who claims them looks for their files.
  private func handed(_ jobs: [PhotoJob]) async throws -> [PhotoJob] {
    guard let queue else { return try await adoption.adopt(jobs) }
    try await queue.enqueue(jobs.map(\.id))
    return []
  }

  /// The jobs that fetch photos again that have a file; suspect ones over connections of their own.
  private func jobs(
    again ids: [Int64], because cause: Replacement.Cause
  ) async throws -> [PhotoJob] {
    var jobs: [PhotoJob] = []
    for old in try await catalog.photos(ids) where old.record.isMirrored || cause == .damaged {
      let metadata = try await catalog.metadata(of: old.record.id)
      let job = PhotoJob(old.record, metadata: metadata, isSecondTry: true)
      jobs += [job?.with(replacement: Replacement(photo: old, cause: cause))].compactMap(\.self)
    }
    return jobs
  }

  private func job(of claim: ClaimedPhoto) async throws -> PhotoJob? {
    let record = claim.record
    let job = PhotoJob(
      record, metadata: record.listing == nil ? try await catalog.metadata(of: record.id) : nil,
      isSecondTry: claim.isLastAttempt, isAddressLost: claim.isAddressLost)
    guard let job else { return nil }
    return job.with(photo: try await update.described(job.photo, record.id))
  }

  private func admit(
    _ photos: [Photo], refused: Int, total: Int?, in album: ListedAlbum?
  ) async throws -> (jobs: [PhotoJob], replacements: [PhotoJob]) {
    var matches = try await catalog.match(album?.photos ?? photos)
    let broughtBack = try await update.trash.bringBack(
      listed: matches.values.compactMap(\.record))
    if !broughtBack.isEmpty { matches = try await catalog.match(album?.photos ?? photos) }
    let looks = try await destination.look(for: matches.values.compactMap(\.record))
    if looks.values.contains(where: \.isThere) { adoption.failures.notePresence() }
    let judge = Judge(
      catalog.source, choices, looks: looks, back: broughtBack, now: update.trash.now())
    var page = SortedPage(
      source: catalog.source, refused: refused, total: total,
      names: names.limited(to: await destination.longestName()), upgrade: update.upgrade)
    for (index, photo) in photos.enumerated() {
      guard let match = matches[photo.id] else { continue }
      let judgement = judge.judgement(of: photo, match)
      page.sort(photo, at: index, match, match.record.flatMap { looks[$0.id] }, judgement)
      guard let result = judgement.result(of: match.record) else { continue }
      announcer.announce(.ended(PhotoFacts(photo), result))
    }
    if let album { page.note(album, matches) }
    update.smaller.withLock { $0.add(page.smaller) }
    try await companions.repair(try await update.described(page.gaps))
    try await update.rewriteSidecars(of: page.changed)
    let replacements = try await update.replacements(of: page.replaced)
    try await update.remakeThumbnails(of: photos, matches, looks)
    if !page.admission.lost.isEmpty {
      announcer.announce(.noted(.filesLost(page.admission.lost.count)))
    }
    let records = try await catalog.admit(page.admission)
    var ids = matches.compactMapValues { $0.record?.id }
    for (wanted, record) in zip(page.admission.wanted, records) { ids[wanted.photo.id] = record.id }
    try await details.note(photos.compactMap { photo in ids[photo.id].map { (photo, $0) } })
    return (page.jobs + (try await jobs(for: page.admission, records, matches)), replacements)
  }

  private func jobs(
    for admission: PageAdmission, _ records: [PhotoRecord], _ matches: [String: PhotoMatch]
  ) async throws -> [PhotoJob] {
    var jobs: [PhotoJob] = []
    for (wanted, record) in zip(admission.wanted, records) {
      let isNew = matches[wanted.photo.id]?.record == nil
      let photo = isNew ? wanted.photo : try await update.described(wanted.photo, record.id)
      jobs.append(
        PhotoJob(
          photo: photo, id: record.id, stem: record.stem, isSecondTry: false,
          hadFile: record.path != nil, wasRefused: record.refusal != nil))
    }
    return jobs
  }
}

extension AdmitStage {
  /// Without the photos that the run's filter leaves out, as far as the catalog can tell.
  private func filtered(_ records: [PhotoRecord]) async throws -> [PhotoRecord] {
    var wanted: [PhotoRecord] = []
    for record in records {
      var photo = record.listing?.photo()
      if photo == nil { photo = try await catalog.metadata(of: record.id) }
      if photo.flatMap(choices.filter.exclusion) == nil { wanted.append(record) }
    }
    return wanted
  }
}

extension MirrorFiles {
  /// Which files of the mirrored photos among `records` exist, by the records' ids.
  package func look(
    for records: [PhotoRecord]
  ) async throws(StorageError) -> [Int64: FileLook] {
    let files = records.compactMap { record in record.storedFiles.map { (record.id, $0) } }
    let looks = try await look(for: files.map(\.1))
    return Dictionary(zip(files.map(\.0), looks)) { $1 }
  }
}
