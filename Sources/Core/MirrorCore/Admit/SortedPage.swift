import Foundation
import ProviderKit

/// A page's photos, sorted by the action that they need. Pure.
struct SortedPage {
  private let source: SourceRecord
  private let names: NameTemplate
  private let upgrade: Upgrade?
  private let now = Int64(Date().timeIntervalSince1970)
  private(set) var admission = PageAdmission()
  /// Photos to mirror whose metadata comes from another source.
  private(set) var jobs: [PhotoJob] = []
  /// The paths of photos that were just brought back from the trash, by their records' ids.
  private let broughtBack: [Int64: String]
  /// Mirrored photos for which the listing shows another picture.
  private(set) var replaced: [(record: PhotoRecord, photo: Photo)] = []
  /// Mirrored photos with a larger file in the listing.
  private(set) var larger: [(record: PhotoRecord, photo: Photo)] = []
  /// Mirrored photos from other sources, with a larger file here that is not wanted.
  private(set) var smaller = SmallerFiles()
  /// Mirrored photos whose metadata differs from the recorded one.
  private(set) var changed: [(record: PhotoRecord, photo: Photo)] = []
  /// Photos that are mirrored, but lack a sidecar or a thumbnail.
  private(set) var gaps: [CompanionRepair.Gap] = []

  init(
    source: SourceRecord, refused: Int = 0, total: Int? = nil, names: NameTemplate = .standard,
    upgrade: Upgrade? = nil, broughtBack: [Int64: String] = [:]
  ) {
    self.upgrade = upgrade
    (self.source, self.names, self.broughtBack) = (source, names, broughtBack)
    (admission.refused, admission.total) = (refused, total)
  }

  /// - Parameters:
  ///   - index: The photo's place within the page, counted from 0.
  ///   - look: Which files of a mirrored photo exist.
  ///   - exclusion: Why the run's filter leaves the photo out. A mirrored one is treated as ever, and any known
  ///     one counts as listed, so that another filter makes no photo seem to be gone.
  /// - Returns: The result to report; nil if the photo must be mirrored, or replaced.
  mutating func sort(
    _ photo: Photo, at index: Int, _ match: PhotoMatch, _ look: FileLook?,
    leftOut exclusion: PhotoFilter.Exclusion? = nil
  ) -> PhotoResult? {
    if let exclusion, look?.isThere != true {
      if let record = match.record {
        admission.known.append(
          .init(id: record.id, photo: match.isForeign ? nil : photo, index: index))
      }
      return .leftOut(exclusion)
    }
    guard let record = match.record else {
      want(photo, at: index, match)
      return nil
    }
    let isSame = isUnchanged(photo, match, record)
    let said = isSame && !match.isForeign && record.metadataDigest != photo.digest
    let known = PageAdmission.Known(
      id: record.id, photo: isSame ? nil : photo, index: index, said: said ? photo.digest : nil)
    if let result = departed(record, listedAs: photo) {
      admission.known.append(known)
      return result
    }
    if let look, look.isThere {
      admission.known.append(known)
      if !isSame, record.metadataDigest != nil { changed.append((record, photo)) }
      return stored(photo, match, record, look)
    }
    if record.isMirrored { admission.lost.append(record.id) }
    if !match.isForeign {
      want(photo, at: index, match)
      return nil
    }
    admission.known.append(known)
    if let job = PhotoJob(record, metadata: nil, isSecondTry: false) { jobs.append(job) }
    return nil
  }

  /// The result of a photo that is neither stored nor to be fetched: the user forgot it, a new version of it is being
  /// stored, or the site refuses it. Nil otherwise.
  private mutating func departed(_ record: PhotoRecord, listedAs photo: Photo) -> PhotoResult? {
    if let departure = record.departure {
      if departure.isForgotten { return .forgotten }
      // A listing may repeat a photo.
      if departure.state == .replacing { return .known }
      admission.listedAgain.append(record.id)
    }
    guard let refusal = unavailability(of: record, listedAs: photo) else { return nil }
    admission.unavailable.append(record.id)
    return .unavailable(UnavailableFacts(refusal, wasAsked: false))
  }

  /// The result of a photo whose file is there; nil if a new version of it is to be fetched.
  private mutating func stored(
    _ photo: Photo, _ match: PhotoMatch, _ record: PhotoRecord, _ look: FileLook
  ) -> PhotoResult? {
    let lacksStill = record.lacksStill(shownBy: photo)
    if !look.isComplete || lacksStill {
      let lack = FileLook(
        isThere: true, hasSidecar: look.hasSidecar, hasThumbnail: look.hasThumbnail && !lacksStill)
      gaps.append(.init(record: record, photo: match.isForeign ? nil : photo, look: lack))
    }
    // The site may have replaced it while it was away.
    if let path = broughtBack[record.id], match.isForeign || record.isReplaced(by: photo) != true {
      return .restored(path: path)
    }
    return match.isForeign ? .known : standing(of: record, listedAs: photo)
  }

  /// Whether this source says nothing new about a photo. Sources may describe one photo in different ways, such as
  /// a feed and an account that is signed in: if each rewrote what the other said, no run would come to rest. So
  /// each source is compared with what it said before, and one that lists a photo for the first time leaves the
  /// metadata of the source that mirrored it, unless that was a feed or another window.
  private func isUnchanged(_ photo: Photo, _ match: PhotoMatch, _ record: PhotoRecord) -> Bool {
    guard !match.isForeign, let recorded = record.metadataDigest else { return match.isForeign }
    if recorded == photo.digest { return true }
    return match.said.map { $0 == photo.digest } ?? (record.source != source.id)
  }

  /// Notes the members of an album, also those that earlier pages had.
  mutating func note(_ album: ListedAlbum, _ matches: [String: PhotoMatch]) {
    admission.album = AlbumAdmission(
      part: album.part, site: album.part.album.site ?? source.address,
      members: album.photos.compactMap { photo in
        matches[photo.id].map { .init(site: $0.site, key: photo.id) }
      })
  }

  private mutating func want(_ photo: Photo, at index: Int, _ match: PhotoMatch) {
    admission.wanted.append(
      .init(photo: photo, site: match.site, stem: FileStem(of: photo, names).path, index: index))
  }

  /// The result of a photo that is mirrored and stored, from its listing.
  private mutating func standing(of record: PhotoRecord, listedAs photo: Photo) -> PhotoResult? {
    let rendition = record.mirroredRendition(of: photo)
    let replacement = record.isReplaced(by: photo)
    // That of another picture would make it the mirrored one if it could not be fetched.
    if record.address == nil, replacement != true {
      admission.learned[record.id] = rendition?.lastingAddress
    }
    if replacement != true, let upgrade,
      upgrade.offers(photo, for: record) || upgrade.mustAsk(about: photo, for: record)
    {
      larger.append((record, photo))
      return nil
    }
    if record.source != source.id, let upgrade { smaller.note(record, photo, upgrade) }
    guard let isReplaced = replacement else {
      noteMark(of: photo, for: record)
      return .known
    }
    guard isReplaced else {
      if record.replacedAt != nil { admission.restored.append(record.id) }
      noteMark(of: photo, for: record)
      if record.picture?.announced == nil, let digest = rendition?.digest {
        admission.announced[record.id] = digest.mark
      }
      return .known
    }
    if record.replacedAt == nil { admission.replaced.append(record.id) }
    replaced.append((record, photo))
    return nil
  }

  private mutating func noteMark(of photo: Photo, for record: PhotoRecord) {
    guard let picture = record.picture, picture.shown == nil, let mark = photo.mark else { return }
    admission.shown[record.id] = mark
  }

  /// Why an unavailable photo is not requested in this run: its retry time is not reached, its listing shows
  /// the same addresses as before, and the run before listed it too.
  private func unavailability(of record: PhotoRecord, listedAs photo: Photo) -> Refusal? {
    guard !record.isMirrored, let refusal = record.refusal, let retryAt = refusal.retryAt,
      retryAt > now, record.listing?.photo().map({ $0.places == photo.places }) ?? false
    else { return nil }
    let isBack = record.source == source.id && record.run < source.run - 1
    return isBack ? nil : refusal
  }
}
