import Locking
import ProviderKit

/// Follows what a page shows of mirrored photos: changed metadata, new versions, wanted thumbnails, and photos in the
/// trash that are listed again.
struct MirroredUpdate: Sendable {
  let catalog: any PhotoCatalog
  let destination: any PhotoDestination
  let companions: CompanionRepair
  let trash: Trash
  let sidecars: SidecarUpdate
  let upgrade: Upgrade
  let announcer: Announcer
  /// Of the whole run.
  let smaller = Locked(SmallerFiles())

  /// Brings back the photos in the trash that are listed again, if their files are whole.
  /// - Returns: The paths of those, by their records' ids.
  func bringBack(_ records: [PhotoRecord]) async throws -> [Int64: String] {
    let ids = records.filter { $0.departure?.isInTrash ?? false }.map(\.id)
    guard !ids.isEmpty else { return [:] }
    let photos = try await catalog.photos(ids)
    let back = try await trash.bringBack(photos)
    return Dictionary(
      photos.filter { back.contains($0.record.id) }.map { ($0.record.id, $0.file?.path ?? "") }
    ) { $1 }
  }

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

  /// The jobs for new versions of mirrored photos; those that the user edited stay as they are.
  func replacements(
    of photos: [(record: PhotoRecord, photo: Photo)], because cause: Replacement.Cause
  ) async throws -> [PhotoJob] {
    let known = try await catalog.photos(photos.map(\.record.id))
    let listed = Dictionary(photos.map { ($0.record.id, $0.photo) }) { $1 }
    var jobs: [PhotoJob] = []
    for old in known {
      guard let photo = listed[old.record.id] else { continue }
      guard try await trash.isUnchanged(old) != false else {
        let facts = ReplacedFacts(edited: old.record, now: trash.now())
        announcer.announce(
          .ended(PhotoFacts(photo), cause == .replaced ? .replaced(facts) : .known))
        continue
      }
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
    of photos: [Photo], _ matches: [String: PhotoMatch], _ looks: [String: FileLook]
  ) async throws {
    guard upgrade.isForAll else { return }
    var gaps: [CompanionRepair.Gap] = []
    for photo in photos where looks[photo.id]?.isThere == true {
      guard let record = matches[photo.id]?.record,
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
    var described: [CompanionRepair.Gap] = []
    for gap in gaps {
      guard let photo = gap.photo, !gap.look.hasSidecar else {
        described.append(gap)
        continue
      }
      described.append(
        .init(
          record: gap.record, photo: try await self.described(photo, gap.record.id), look: gap.look)
      )
    }
    return described
  }
}

extension Departure {
  /// Whether a photo that is listed again can be brought back.
  fileprivate var isInTrash: Bool { state == .trashed && !isForgotten }
}
