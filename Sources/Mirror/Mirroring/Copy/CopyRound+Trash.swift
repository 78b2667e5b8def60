import LocalFiles
import MirrorCore

extension CopyRound {
  private static let trashBatch = 200

  /// Copies what is in the trash. What the mirror's trash does not have any more stays in the copy's, unless the photo
  /// came back.
  func copyTrash(
    _ totals: inout MirrorCopy.Totals, _ tell: (MirrorCopy.Step) -> Void
  ) async throws {
    for try await items in source.trash(batch: Self.trashBatch) {
      for item in items { try await copy(item, &totals, tell) }
    }
  }

  /// The record last: it shows that the rest is there.
  private func copy(
    _ item: TrashItem, _ totals: inout MirrorCopy.Totals, _ tell: (MirrorCopy.Step) -> Void
  ) async throws {
    let names = TrashNames(of: item.place)
    if let original = try await source.facts(of: item.place, .told), original.kind == .file {
      let size = try await place.facts(of: item.place, .told)?.byteCount
      // A file in the trash is never changed.
      if size != original.byteCount, try await !take(item, replaces: size != nil, &totals) {
        totals.leftOut += 1
        let reason = "its bytes are not those of its record"
        return tell(.leftOut(.damaged(path: item.place, reason: reason)))
      }
    }
    totals.companions += try await update(
      names.all.dropFirst().map { CompanionName(path: $0, wasCopied: false, kind: nil) }
    ).copied
  }

  /// - Returns: False if the file has other bytes than its record says, or the record cannot be read.
  private func take(
    _ item: TrashItem, replaces: Bool, _ totals: inout MirrorCopy.Totals
  ) async throws -> Bool {
    guard let wanted = TrashRecord(item.record)?.fingerprint,
      let taken = try await take(item.place, having: wanted)
    else { return false }
    if replaces {
      _ = try await place.setAside(item.place)
      totals.setAside += 1
    }
    let placement = Placement(
      path: item.place, picture: .part(taken.path), companions: [], modifiedAt: taken.modifiedAt)
    for result in await place.place([placement]) { _ = try result.get() }
    totals.copiedTrash += 1
    totals.byteCount = totals.byteCount.addingClamped(wanted.byteCount)
    return true
  }
}
