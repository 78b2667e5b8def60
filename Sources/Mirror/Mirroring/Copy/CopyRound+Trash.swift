import Glibc
import LocalFiles
import MirrorCore
import SystemCalls

extension CopyRound {
  private static let trashBatch = 200

  /// Copies what is in the trash. What the mirror's trash does not have any more stays in the copy's, unless the photo
  /// came back.
  func copyTrash(
    _ totals: inout MirrorCopy.Totals, _ tell: (MirrorCopy.Step) -> Void
  ) async throws {
    let trash = DirectoryDestination(open.directory, pool: open.disk, extensions: [])
    var last: String?
    while true {
      try Task.checkCancellation()
      let items = try await trash.trash(after: last, limit: Self.trashBatch)
      guard let end = items.last else { return }
      last = end.place
      for item in items { try await copy(item, &totals, tell) }
    }
  }

  /// The record last: it shows that the rest is there.
  private func copy(
    _ item: TrashItem, _ totals: inout MirrorCopy.Totals, _ tell: (MirrorCopy.Step) -> Void
  ) async throws {
    let names = TrashNames(of: item.place)
    let size = try await place.size(of: item.place)
    let taken = await open.disk.run { [self] in
      Result { () throws(StorageError) in try take(item.place, TrashRecord(item.record), size) }
    }
    switch try taken.get() {
    case .missing: break
    case .same: break
    case .damaged:
      totals.leftOut += 1
      let reason = "its bytes are not those of its record"
      return tell(.leftOut(.damaged(path: item.place, reason: reason)))
    case .taken(let placement, let byteCount):
      if size != nil {
        _ = try await place.destination.setAside(item.place)
        totals.setAside += 1
      }
      for result in await place.destination.place([placement]) { _ = try result.get() }
      totals.copied += 1
      totals.byteCount = totals.byteCount.addingClamped(byteCount)
    }
    totals.companions += try await place.update(
      names.all.dropFirst().map {
        CopiedCompanion(original: open.directory.file($0), path: $0, wasCopied: false)
      })
  }

  private enum Taken: Sendable {
    case same
    case missing
    case damaged
    case taken(Placement, byteCount: Int64)
  }

  /// Blocks.
  /// - Parameters:
  ///   - record: Nil if it cannot be read: then a photo is not copied.
  ///   - size: Of the copy's file; nil if it has none.
  private func take(
    _ place: String, _ record: TrashRecord?, _ size: Int64?
  ) throws(StorageError) -> Taken {
    guard let here = FileStatus(of: open.directory.file(place)), here.isRegular else {
      return .missing
    }
    // A file in the trash is never changed.
    if size == here.size { return .same }
    guard let record,
      let scratch = try target.directory.takeCopy(
        of: open.directory.file(place), having: record.fingerprint,
        isLinked: copy.options.sharesFiles)
    else { return .damaged }
    let isShared = FileStatus(of: scratch)?.identity == here.identity
    return .taken(
      Placement(
        path: place, picture: .part(scratch), companions: [],
        modifiedAt: isShared ? nil : here.modifiedAt),
      byteCount: here.size)
  }
}
