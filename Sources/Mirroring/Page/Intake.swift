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
    case .listing(let photos, let refused, let total):
      try await admit(photos, refused: refused, total: total)
    case .waiting(let records): records.compactMap { job($0, isSecondTry: true) }
    }
  }

  private func admit(
    _ photos: [Photo], refused: Int, total: Int?
  ) async throws -> [PhotoJob] {
    let known = try await keeper.known(photos)
    let records = known.compactMapValues(\.record)
    let looks = await disk.run { records.compactMapValues(directory.look) }
    var page = SortedPage()
    page.notes.listed = photos.count
    page.notes.refused = refused
    page.notes.total = total
    for (index, photo) in photos.enumerated() {
      guard let match = known[photo.id] else { continue }
      sort(photo, at: index, match, looks[photo.id], into: &page)
    }
    try await companions.fill(page.gaps)
    page.notes.new = try page.wanted.map { index, photo in
      try NewPhoto(photo, site: known[photo.id]?.site, index: index)
    }
    let admitted = try await keeper.admit(page.notes)
    return page.jobs
      + zip(page.wanted, admitted).map { wanted, record in
        PhotoJob(photo: wanted.photo, id: record.id, stem: record.stem, isSecondTry: false)
      }
  }

  /// A page's photos, by what is to be done.
  private struct SortedPage {
    /// For the catalog, but for those that are wanted.
    var notes = PageNotes()
    /// To be noted in the catalog as they are listed, and mirrored.
    var wanted: [(index: Int, photo: Photo)] = []
    /// To be mirrored as another source listed them.
    var jobs: [PhotoJob] = []
    /// Mirrored, but for what stands beside them.
    var gaps: [Companions.Gap] = []
  }

  private func sort(
    _ photo: Photo, at index: Int, _ match: PhotoLookup.Match, _ look: FileLook?,
    into page: inout SortedPage
  ) {
    guard let record = match.record else { return page.wanted.append((index, photo)) }
    let listed = KnownPhoto(record, metadata: match.isForeign ? nil : photo, index: index)
    if let refusal = leftRefusal(of: record, listedAs: photo) {
      page.notes.left.append(record.id)
      page.notes.known.append(listed)
      let facts = UnavailableFacts(refusal, wasAsked: false)
      return announcer.announce(.ended(PhotoFacts(photo), .unavailable(facts)))
    }
    if let look, look.isThere {
      page.notes.known.append(listed)
      let told = match.isForeign ? nil : photo
      if !look.isWhole { page.gaps.append(.init(record: record, photo: told, look: look)) }
      let result = match.isForeign ? .known : standing(of: record, listedAs: photo, &page)
      return announcer.announce(.ended(PhotoFacts(photo), result))
    }
    if record.isMirrored { page.notes.lost.append(record.id) }
    guard match.isForeign else { return page.wanted.append((index, photo)) }
    page.notes.known.append(listed)
    if let job = job(record, isSecondTry: false) { page.jobs.append(job) }
  }

  /// What the listing says of a photo that is mirrored and there.
  private func standing(
    of record: PhotoRecord, listedAs photo: Photo, _ page: inout SortedPage
  ) -> PhotoResult {
    if record.address == nil {
      page.notes.learned[record.id] = record.mirroredRendition(of: photo)?.url
    }
    guard let isReplaced = record.isReplaced(by: photo) else { return .known }
    guard isReplaced else {
      if record.replacedAt != nil { page.notes.restored.append(record.id) }
      return .known
    }
    if record.replacedAt == nil { page.notes.replaced.append(record.id) }
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
