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
  /// Mirrored photos of which the listing offers a larger file.
  private(set) var larger: [(record: PhotoRecord, photo: Photo)] = []
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
    let isSame = match.isForeign || record.metadataDigest == photo.digest
    let known = PageAdmission.Known(id: record.id, photo: isSame ? nil : photo, index: index)
    if let departure = record.departure {
      if departure.isForgotten {
        admission.known.append(known)
        return .forgotten
      }
      // A new version of it is being stored: a listing may repeat a photo.
      if departure.state == .replacing {
        admission.known.append(known)
        return .known
      }
      admission.listedAgain.append(record.id)
    }
    if let refusal = unavailability(of: record, listedAs: photo) {
      admission.unavailable.append(record.id)
      admission.known.append(known)
      return .unavailable(UnavailableFacts(refusal, wasAsked: false))
    }
    if let look, look.isThere {
      admission.known.append(known)
      if !look.isComplete {
        gaps.append(.init(record: record, photo: match.isForeign ? nil : photo, look: look))
      }
      if !isSame, record.metadataDigest != nil { changed.append((record, photo)) }
      if let path = broughtBack[record.id] { return .restored(path: path) }
      return match.isForeign ? .known : standing(of: record, listedAs: photo)
    }
    if record.isMirrored { admission.lost.append(record.id) }
    if !match.isForeign {
      want(photo, at: index, match)
      return nil
    }
    admission.known.append(known)
    if let job = PhotoJob(record, metadata: nil, isSecondTry: false) {
      jobs.append(job)
    }
    return nil
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
    if record.address == nil { admission.learned[record.id] = rendition?.url }
    let replacement = record.isReplaced(by: photo)
    if replacement != true, upgrade?.offers(photo, for: record) == true {
      larger.append((record, photo))
      return nil
    }
    guard let isReplaced = replacement else { return .known }
    guard isReplaced else {
      if record.replacedAt != nil { admission.restored.append(record.id) }
      if record.picture?.shown != photo.mark { admission.shown[record.id] = photo.mark }
      if record.picture?.announced == nil, let digest = rendition?.digest {
        admission.announced[record.id] = digest.mark
      }
      return .known
    }
    if record.replacedAt == nil { admission.replaced.append(record.id) }
    replaced.append((record, photo))
    return nil
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
