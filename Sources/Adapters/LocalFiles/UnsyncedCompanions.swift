import CGlibc
import Glibc
import Locking
import MirrorCore
import SystemCalls

/// Thumbnails and new sidecars are not synced one by one, because both can be made again: two of three syncs of a
/// photo. A power cut may then leave them empty or in part under their final names. The first of a run are synced: a run
/// with few photos needs no syncfs(2) then, which waits for what all programs have written.
///
/// A file of the mirror's state, which is synced before the first such name, says so, and since when. The next run
/// over the directory removes what is incomplete (``discardIncomplete(_:of:since:)``), and makes it again as any lost
/// companion. All methods block.
package final class UnsyncedCompanions: Sendable {
  private struct State {
    var synced = 0
    var isNoted = false
  }

  private let directory: MirrorDirectory
  private let syncedFirst: Int
  private let state = Locked(State())
  /// Whether an earlier run may have left incomplete files.
  let isDoubtful: Bool

  /// Clocks are set: files that seem to be this much older than the note are looked at as well.
  private static let margin: Int64 = 24 * 3600

  /// - Parameter syncedFirst: How many are synced before the first that is not.
  package init(_ directory: MirrorDirectory, syncedFirst: Int = 16) {
    (self.directory, self.syncedFirst) = (directory, syncedFirst)
    isDoubtful = DurableFile.exists(Self.path(in: directory))
  }

  private static func path(in directory: MirrorDirectory) -> String {
    directory.state + "/unsynced"
  }
  private var path: String { Self.path(in: directory) }

  /// Whether the next file is not synced; the note is on the disk then. That of an earlier run stays: it began earlier.
  func leavesNext() throws(StorageError) -> Bool {
    // Held meanwhile: no other thread may go before the note is on the disk.
    try state.withLock { state throws(StorageError) in
      guard !state.isNoted else { return true }
      guard state.synced >= syncedFirst else {
        state.synced += 1
        return false
      }
      if !DurableFile.isOwn(path) {
        LinkFree.unlink(path)
        try DurableFile.write([], to: path)
        try DurableFile.sync(directory.state)
      }
      state.isNoted = true
      return true
    }
  }

  /// Since when there may be incomplete files, seconds since 1970; nil if there are none.
  package var since: Int64? { FileStatus(linkFree: path).map { $0.modifiedAt - Self.margin } }

  /// Removes the incomplete companions of photos.
  /// - Parameter since: ``since``, as it was before the run.
  package func discardIncomplete(
    _ photos: [StoredFiles], of sidecars: SidecarChoice, since: Int64
  ) {
    for photo in photos {
      var paths = sidecars.formats.map { directory.file(sidecars.path(of: photo.path, as: $0)) }
      if let format = photo.thumbnail.format {
        paths.append(directory.thumbnail(ofStem: photo.stem, format))
      }
      for path in paths {
        guard let status = FileStatus(linkFree: path), status.isRegular,
          status.size == 0 || status.modifiedAt >= since, !WrittenFile.isWhole(path)
        else { continue }
        LinkFree.unlink(path)
      }
    }
  }

  /// Syncs everything at the end of a run that has called ``discardIncomplete(_:of:since:)`` for all photos.
  package func sync() {
    guard DurableFile.exists(path) else { return }
    let folder = LinkFree.open(directory.state, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return }
    defer { close(folder) }
    // If it fails, the next run looks at the files.
    if syncfs(folder) == 0 { LinkFree.unlink(path) }
  }
}
