import ProviderKit

/// A page's photos, sorted by what their judgements ask for. Pure.
struct SortedPage {
  private let source: SourceRecord
  private let names: NameTemplate
  private let upgrade: Upgrade
  private(set) var admission = PageAdmission()
  /// Photos to mirror whose metadata comes from another source.
  private(set) var jobs: [PhotoJob] = []
  /// Mirrored photos for which the listing shows another picture or a larger file, by their records' ids.
  private(set) var replaced: [Int64: (photo: Photo, judgement: Judgement)] = [:]
  /// Mirrored photos from other sources, with a larger file here that is not wanted.
  private(set) var smaller = SmallerFiles()
  /// Mirrored photos whose metadata differs from the recorded one.
  private(set) var changed: [(record: PhotoRecord, photo: Photo)] = []
  /// Photos that are mirrored, but lack a sidecar or a thumbnail.
  private(set) var gaps: [CompanionRepair.Gap] = []

  init(
    source: SourceRecord, refused: Int, total: Int?, names: NameTemplate, upgrade: Upgrade
  ) {
    (self.source, self.names, self.upgrade) = (source, names, upgrade)
    (admission.refused, admission.total) = (refused, total)
  }

  /// Any known photo counts as listed, so that no filter makes a photo seem to be gone.
  /// - Parameters:
  ///   - index: The photo's place within the page, counted from 0.
  ///   - look: Which files of a mirrored photo exist.
  mutating func sort(
    _ photo: Photo, at index: Int, _ match: PhotoMatch, _ look: FileLook?, _ judgement: Judgement
  ) {
    if judgement == .new { want(photo, at: index, match) }
    guard let record = match.record else { return }
    switch judgement {
    case .leftOut, .forgotten, .underway: break
    default: if record.departure != nil { admission.listedAgain.append(record.id) }
    }
    if judgement.isWanted, record.isMirrored { admission.lost.append(record.id) }
    if judgement == .wanted { return want(photo, at: index, match) }
    let isSame = isUnchanged(photo, match, record)
    let said = isSame && !match.isForeign && record.metadataDigest != photo.digest
    admission.known.append(
      .init(
        id: record.id, photo: isSame ? nil : photo, index: index, said: said ? photo.digest : nil))
    if case .unavailable = judgement { admission.unavailable.append(record.id) }
    if judgement == .wantedElsewhere {
      // Only runs of its source would try it once more.
      jobs += [PhotoJob(record, metadata: nil, isSecondTry: true)].compactMap(\.self)
    }
    guard judgement.isStored, judgement != .underway, let look else { return }
    if !isSame, record.metadataDigest != nil { changed.append((record, photo)) }
    noteGap(photo, match, record, look)
    if !match.isForeign, judgement != .restored { noteStanding(photo, record, judgement) }
  }

  private mutating func noteGap(
    _ photo: Photo, _ match: PhotoMatch, _ record: PhotoRecord, _ look: FileLook
  ) {
    let lacksStill = record.lacksStill(shownBy: photo)
    guard !look.isComplete || lacksStill else { return }
    let lack = FileLook(
      isThere: true, hasSidecar: look.hasSidecar, hasThumbnail: look.hasThumbnail && !lacksStill)
    gaps.append(.init(record: record, photo: match.isForeign ? nil : photo, look: lack))
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

  /// Notes what a listing says of a photo whose file is there.
  private mutating func noteStanding(
    _ photo: Photo, _ record: PhotoRecord, _ judgement: Judgement
  ) {
    let rendition = record.mirroredRendition(of: photo)
    // That of another picture would make it the mirrored one if it could not be fetched.
    if record.address == nil, judgement != .replaced {
      admission.learned[record.id] = rendition?.lastingAddress
    }
    if record.source != source.id, judgement != .larger { smaller.note(record, photo, upgrade) }
    guard judgement == .known else {
      replaced[record.id] = (photo, judgement)
      if judgement == .replaced, record.replacedAt == nil { admission.replaced.append(record.id) }
      return
    }
    if let picture = record.picture, picture.shown == nil, let mark = photo.mark {
      admission.shown[record.id] = mark
    }
    let digest = record.picture?.announced == nil ? rendition?.digest : nil
    // Nothing is learned of a picture that cannot be compared.
    guard record.replacedAt != nil || digest != nil, record.isReplaced(by: photo) == false else {
      return
    }
    if record.replacedAt != nil { admission.restored.append(record.id) }
    admission.announced[record.id] = digest?.mark
  }
}
