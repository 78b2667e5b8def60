import Locking
import ProviderKit

/// Follows what a page shows of mirrored photos: changed metadata, new versions, wanted thumbnails, and photos in the
/// trash that are listed again.
struct MirroredUpdate: Sendable {
  let catalog: any PhotoCatalog
  let destination: MirrorFiles
  let companions: CompanionRepair
  let trash: Trash
  let sidecars: SidecarUpdate
  let upgrade: Upgrade
  let announcer: Announcer
  /// The smaller files of the whole run.
  let smaller = Locked(SmallerFiles())

  /// Rewrites the sidecars of photos whose metadata changed, before the catalog records it: a kill in between
  /// leaves what the next run finds changed again.
  func rewriteSidecars(
    of photos: [(record: PhotoRecord, photo: Photo)]
  ) async throws {
    var changes: [SidecarUpdate.Change] = []
    for (record, photo) in photos {
      guard let path = record.path, var before = try await catalog.metadata(of: record.id) else {
        continue
      }
      before.site = photo.site
      var after = photo
      after.details = before.details ?? photo.details
      let picture = try await catalog.picture(of: record.id)
      changes.append(
        .init(
          path: path, before: before, after: after, beside: picture,
          albums: .init(try await catalog.albumTags(of: record.id))))
    }
    try await sidecars.update(changes)
  }

  /// The jobs for new versions of mirrored photos, and larger ones; those that the user edited stay as they are.
  /// - Parameter photos: By their records' ids.
  func replacements(
    of photos: [Int64: (photo: Photo, judgement: Judgement)]
  ) async throws -> [PhotoJob] {
    let known = try await catalog.photos(photos.keys.sorted())
    var jobs: [PhotoJob] = []
    for old in known {
      guard let (photo, judgement) = photos[old.record.id] else { continue }
      guard try await trash.isUnchanged(old) != false else {
        let result = judgement.result(ofEdited: old.record, now: trash.now())
        announcer.announce(.ended(PhotoFacts(photo), result))
        continue
      }
      let cause = judgement == .replaced ? Replacement.Cause.replaced : .larger
      jobs.append(
        PhotoJob(
          photo: try await described(photo, old.record.id), id: old.record.id,
          stem: old.record.stem, isSecondTry: false,
          replacement: Replacement(photo: old, cause: cause)))
    }
    return jobs
  }

  /// Makes the thumbnails of mirrored photos that have another size or format than the one wanted, or
  /// none, if this run upgrades all.
  func remakeThumbnails(
    of photos: [Photo], _ matches: [String: PhotoMatch], _ looks: [Int64: FileLook]
  ) async throws {
    guard upgrade.isForAll else { return }
    var gaps: [CompanionRepair.Gap] = []
    for photo in photos {
      guard let record = matches[photo.id]?.record, looks[record.id]?.isThere == true,
        let edge = upgrade.thumbnailEdge(of: record),
        await upgrade.lacksThumbnail(record, edge: edge, in: destination)
      else { continue }
      let look = FileLook(isThere: true, hasThumbnail: false)
      gaps.append(.init(record: record, photo: photo, look: look))
    }
    try await companions.remake(gaps)
  }
}

/// Details of the catalog for new sidecars.
extension MirroredUpdate {
  /// A listed photo with the details that the catalog has, which its new sidecars repeat.
  func described(_ photo: Photo, _ id: Int64) async throws(MirrorError) -> Photo {
    guard photo.details == nil, !sidecars.choice.formats.isEmpty else { return photo }
    var described = photo
    described.details = try await catalog.metadata(of: id)?.details
    return described
  }

  func described(
    _ gaps: [CompanionRepair.Gap]
  ) async throws(MirrorError) -> [CompanionRepair.Gap] {
    var described = gaps
    for (index, gap) in gaps.enumerated() where !gap.look.hasSidecar {
      guard let photo = gap.photo else { continue }
      described[index].photo = try await self.described(photo, gap.record.id)
    }
    return described
  }
}
