import Catalog
import Digests
import Foundation
import LocalFiles
import MirrorCore
import SystemCalls

/// Makes one file of mirrored files with the same bytes, and records that. Both are read first: an edited file
/// stays. Blocks; the caller holds the mirror's lock.
struct SharedFiles {
  struct Totals: Sendable, Hashable {
    /// Files that were replaced by a name of another.
    var files = 0
    /// The bytes that this freed.
    var byteCount: Int64 = 0
    /// Why the rest stays as it is; nil if all are shared.
    var obstacle: String?
  }

  private let directory: MirrorDirectory

  private let catalog: Catalog

  init(in directory: MirrorDirectory, _ catalog: Catalog) {
    (self.directory, self.catalog) = (directory, catalog)
  }

  func share() throws(CatalogError) -> Totals {
    var totals = Totals()
    var group: [MirroredPhoto] = []
    for photo in try catalog.duplicates() {
      if let last = group.last, last.sha256 != photo.sha256 {
        try share(group, &totals)
        group = []
      }
      guard totals.obstacle == nil else { return totals }
      group.append(photo)
    }
    try share(group, &totals)
    return totals
  }

  private func share(
    _ group: [MirroredPhoto], _ totals: inout Totals
  ) throws(CatalogError) {
    guard let original = group.first(where: { isUnchanged($0, isRead: false) }) else { return }
    let others = group.filter { $0.id != original.id }
    var (shared, isProven): ([Int64], Bool) = ([], false)
    for other in others where isUnchanged(other, isRead: false) {
      let isSame = identity(of: other) == identity(of: original)
      if isSame {
        if try !catalog.isShared(other.id, with: original.id) { shared.append(other.id) }
        continue
      }
      isProven = isProven || isUnchanged(original, isRead: true)
      guard isProven else { break }
      guard isUnchanged(other, isRead: true) else { continue }
      do throws(StorageError) {
        try directory.share(original.path, as: other.path)
        totals.files += 1
        totals.byteCount = totals.byteCount.addingClamped(other.byteCount)
        shared.append(other.id)
      } catch {
        if !error.isOfEntry {
          totals.obstacle = error.error.message
          break
        }
      }
    }
    if !shared.isEmpty { try catalog.noteShared(shared, with: original.id) }
  }

  private func isUnchanged(_ photo: MirroredPhoto, isRead: Bool) -> Bool {
    let path = directory.file(photo.path)
    guard DurableFile.size(of: path) == photo.byteCount else { return false }
    return !isRead || (try? FileDigest.hex(.sha256, ofFileAt: path)) == photo.sha256
  }

  private func identity(of photo: MirroredPhoto) -> FileIdentity? {
    FileStatus(linkFree: directory.file(photo.path))?.identity
  }
}
