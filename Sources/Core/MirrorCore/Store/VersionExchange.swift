import Foundation
import ProviderKit

/// The store stage of photos that are mirrored already: the new version takes the name of the old one, which
/// goes to the trash.
///
/// Crash order: intention recorded → old version in the trash → new version durable under its name → recorded.
/// What a kill leaves is taken back by ``Trash/keepOld(_:at:)``.
struct VersionExchange: Sendable {
  let trash: Trash
  let catalog: any PhotoCatalog
  let workspace: any Workspace
  let store: StoreStage
  let announcer: Announcer
  /// How many old versions of a photo stay in the trash; nil for all.
  let keptVersions: Int?

  /// - Throws: ``StorageError``, or ``MirrorError`` if the destination or the catalog fails; the old version
  ///   is then in its place, now or after the next run's start.
  func exchange(_ new: InspectedPhoto, for old: Replacement) async throws -> PhotoResult {
    guard let file = old.photo.file, old.cause != .larger || new.inspection.isLarger(than: file),
      new.inspection.sha256 != file.sha256
    else { return try await keep(old.photo, new) }
    let isPictureOnly =
      new.path == file.path && (new.inspection.thumbnail != nil || file.thumbnail == .absent)
    let retirement = try await trash.retire(
      old.photo, reason: old.cause.reason, isPictureOnly: isPictureOnly)
    let now = Int64(Date().timeIntervalSince1970)
    var place: String?
    switch retirement {
    case .edited:
      try await workspace.discardParts(ofPhotos: [new.job.id])
      return .replaced(ReplacedFacts(edited: old.photo.record, now: now))
    case .missing: break
    case .moved(let to): place = to
    }
    let failures: [CompanionFailure]
    do {
      guard let placed = await trash.destination.place([store.placement(of: new)]).first else {
        throw StorageError(.directory("the destination returned nothing"))
      }
      failures = try placed.get()
    } catch {
      if let place { try await trash.keepOld(old.photo, at: place) }
      throw error
    }
    try await store.noteOrigins(of: [new])
    let stored = MirroredPhoto(new, storedAt: now)
    try await catalog.complete([stored])
    if stored.thumbnail != file.thumbnail {
      await trash.destination.dropThumbnails(except: [new.job.stem: stored.thumbnail])
    }
    // Part files that cannot be deleted now are deleted by the next run.
    try? await workspace.discardParts(ofPhotos: [new.job.id])
    try await prune(new.job.id)
    let facts = StoredFacts(new, failures: failures)
    return .replaced(
      ReplacedFacts(path: new.path, since: now, isNew: true, stored: facts, place: place))
  }

  /// Stores a photo in the place of its damaged file, which is moved to the set-aside folder, never deleted. If the new
  /// file cannot be stored, what was moved gets its name back.
  ///
  /// After a kill between the two steps the photo is recorded as lost, and the next run resumes its part.
  /// - Throws: ``StorageError``, or ``MirrorError`` if the destination or the catalog fails.
  func mend(_ old: KnownPhoto, with new: InspectedPhoto) async throws -> PhotoResult {
    guard let file = old.file else { return .mirrored(try await store.store(new)) }
    // A file that cannot be read has no fingerprint.
    if let there = try? await trash.destination.fingerprint(of: file.path),
      there == file.fingerprint
    {
      // Somebody else mended it.
      try? await workspace.discardParts(ofPhotos: [new.job.id])
      return .known
    }
    try await catalog.noteLosses([new.job.id])
    let aside = try await trash.destination.setAside(file.path)
    let facts: StoredFacts
    do {
      facts = try await store.store(new)
    } catch {
      if let aside { try? await trash.destination.move(aside, to: file.path) }
      throw error
    }
    if let aside {
      announcer.announce(.noted(.damagedSetAside(path: file.path, place: aside)))
    }
    return .mirrored(facts)
  }

  /// Keeps the mirrored file: the new one has the same bytes at another address, or is not larger.
  private func keep(_ old: KnownPhoto, _ new: InspectedPhoto) async throws -> PhotoResult {
    if let file = old.file, new.inspection.sha256 == file.sha256 {
      try await catalog.complete([MirroredPhoto(new, keeping: file, storedAt: file.storedAt)])
    }
    try? await workspace.discardParts(ofPhotos: [new.job.id])
    return .known
  }

  /// Deletes the oldest versions beyond those that are kept.
  private func prune(_ id: Int64) async throws {
    guard let keptVersions else { return }
    let versions = try await catalog.versions(of: id)
    let old = Array(versions.dropLast(keptVersions))
    guard !old.isEmpty else { return }
    for place in old { try await trash.destination.purge(place) }
    try await catalog.dropVersions(old, of: id)
  }
}

extension Inspection {
  /// Whether this picture has more pixels than a mirrored file, or as many in more bytes, as an original has
  /// beside a copy that the site compressed again.
  fileprivate func isLarger(than file: MirroredPhoto) -> Bool {
    let (own, others) = (Self.pixels(width, height), Self.pixels(file.width, file.height))
    return own == others ? byteCount > file.byteCount && isProven : own > others
  }

  private static func pixels(_ width: Int, _ height: Int) -> Int {
    let (product, overflows) = max(0, width).multipliedReportingOverflow(by: max(0, height))
    return overflows ? .max : product
  }
}

extension ReplacedFacts {
  /// A photo that was edited here and replaced at its site.
  init(edited record: PhotoRecord, now: Int64) {
    self.init(
      path: record.path ?? "", since: record.replacedAt ?? now, isNew: record.replacedAt == nil)
  }
}
