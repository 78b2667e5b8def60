import Catalog
import Glibc
import Operations
import ProviderKit

/// The page stage: notes a page's photos in the catalog, sorts out what is mirrored already, and
/// gives the rest to be mirrored.
struct Intake: Sendable {
  let directory: MirrorDirectory
  let keeper: CatalogKeeper
  let companions: Companions
  let disk: ThreadPool
  let announcer: Announcer

  func admit(_ page: ListedPage) async throws -> [PhotoJob] {
    switch page.content {
    case .listing(let photos): try await admit(photos)
    case .waiting(let records): records.compactMap { job($0, isSecondTry: true) }
    }
  }

  private func admit(_ photos: [Photo]) async throws -> [PhotoJob] {
    let known = try await keeper.known(photos)
    let records = known.compactMapValues(\.record)
    let looks = await disk.run { records.compactMapValues(directory.look) }
    var page = SortedPage()
    for photo in photos {
      guard let match = known[photo.id] else { continue }
      sort(photo, match, looks[photo.id], into: &page)
    }
    try await companions.fill(page.gaps)
    try await keeper.noteAddresses(
      learned: page.learned, replaced: page.replaced, restored: page.restored)
    guard !page.isSettled else { return page.jobs }
    let new = try page.wanted.map { try NewPhoto($0, site: known[$0.id]?.site) }
    let admitted = try await keeper.admit(new, lost: page.lost, left: page.left)
    let byID = Dictionary(admitted.map { ($0.photo, $0) }, uniquingKeysWith: { $1 })
    return try page.jobs
      + page.wanted.map { photo in
        guard let record = byID[photo.id] else {
          throw MirrorError.directory("the catalog has no row for the photo \(photo.id)")
        }
        return PhotoJob(photo: photo, id: record.id, stem: record.stem, isSecondTry: false)
      }
  }

  /// A page's photos, by what is to be done.
  private struct SortedPage {
    /// To be noted in the catalog as they are listed, and mirrored.
    var wanted: [Photo] = []
    /// To be mirrored as another source listed them.
    var jobs: [PhotoJob] = []
    /// Mirrored before, and their files are gone.
    var lost: [Int64] = []
    /// Unavailable, and not asked for in this run.
    var left: [Int64] = []
    /// Mirrored, but for what stands beside them.
    var gaps: [Companions.Gap] = []
    /// Mirrored from addresses that were not known until now.
    var learned: [Int64: String] = [:]
    /// Mirrored, and listed with another address for the first time.
    var replaced: [Int64] = []
    /// Mirrored, and listed with the old address again.
    var restored: [Int64] = []

    /// Whether the catalog has nothing to note.
    var isSettled: Bool { wanted.isEmpty && lost.isEmpty && left.isEmpty }
  }

  private func sort(
    _ photo: Photo, _ match: PhotoLookup.Match, _ look: FileLook?, into page: inout SortedPage
  ) {
    guard let record = match.record else { return page.wanted.append(photo) }
    if let refusal = leftRefusal(of: record, listedAs: photo) {
      page.left.append(record.id)
      let facts = UnavailableFacts(refusal, wasAsked: false)
      return announcer.announce(.ended(PhotoFacts(photo), .unavailable(facts)))
    }
    if let look, look.isThere {
      let told = match.isForeign ? nil : photo
      if !look.isWhole { page.gaps.append(.init(record: record, photo: told, look: look)) }
      let result = match.isForeign ? .known : standing(of: record, listedAs: photo, &page)
      return announcer.announce(.ended(PhotoFacts(photo), result))
    }
    if record.isMirrored { page.lost.append(record.id) }
    guard match.isForeign else { return page.wanted.append(photo) }
    if let job = job(record, isSecondTry: false) { page.jobs.append(job) }
  }

  /// What the listing says of a photo that is mirrored and there.
  private func standing(
    of record: PhotoRecord, listedAs photo: Photo, _ page: inout SortedPage
  ) -> PhotoResult {
    if record.address == nil {
      page.learned[record.id] = record.mirroredRendition(of: photo)?.url
    }
    guard let isReplaced = record.isReplaced(by: photo) else { return .known }
    guard isReplaced else {
      if record.replacedAt != nil { page.restored.append(record.id) }
      return .known
    }
    if record.replacedAt == nil { page.replaced.append(record.id) }
    return .replaced(
      ReplacedFacts(
        path: record.path ?? "", since: record.replacedAt ?? Int64(time(nil)),
        isNew: record.replacedAt == nil))
  }

  /// Why an unavailable photo is left alone in this run: it is not due yet, its listing shows the same
  /// addresses as before, and did so in the run before.
  private func leftRefusal(of record: PhotoRecord, listedAs photo: Photo) -> Refusal? {
    guard !record.isMirrored, let refusal = record.refusal, let retryAt = refusal.retryAt,
      retryAt > Int64(time(nil)), record.photo().map({ $0.places == photo.places }) ?? false
    else { return nil }
    let isBack = record.source == keeper.source.id && record.run < keeper.source.run - 1
    return isBack ? nil : refusal
  }

  /// A photo as its row tells of it. A listing that this version cannot read is met again in the
  /// site's, which brings it up to date.
  private func job(_ record: PhotoRecord, isSecondTry: Bool) -> PhotoJob? {
    guard let photo = record.photo() ?? (record.listing == nil ? record.bare() : nil) else {
      return nil
    }
    return PhotoJob(
      photo: photo, id: record.id, stem: record.stem, isSecondTry: isSecondTry,
      isUnlisted: record.listing == nil, isAddressRefused: record.refusal != nil)
  }
}
