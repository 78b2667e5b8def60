import Foundation
import Glibc
import MirrorCore
import SystemCalls

/// Moves a photo's files to another name within a mirror. Blocks.
///
/// Each step may be repeated: a file that is at its new place already was moved before a kill.
package struct PhotoMove: Sendable {
  private let directory: MirrorDirectory

  private let folders: KnownFolders

  package init(_ directory: MirrorDirectory) {
    (self.directory, folders) = (directory, KnownFolders(in: directory.path))
  }

  /// What became of a photo's files.
  package struct Outcome: Sendable {
    /// The folders whose entries changed.
    package var folders: Set<String> = []
    /// Companions that stay, because another file has the new name; relative to the mirror.
    package var left: [String] = []
  }

  /// - Parameters:
  ///   - path: The photo's path; nil if it has no file.
  ///   - newPath: Its new path.
  /// - Throws: ``StorageError`` with `isOfEntry` if the photo stays where it is.
  package func move(
    _ path: String?, to newPath: String?, stem: String, to newStem: String
  ) throws(StorageError) -> Outcome {
    var outcome = Outcome()
    if let path, let newPath {
      guard try move(path, newPath, &outcome) else {
        throw StorageError(
          .directory("another file already exists at \(newPath)"), isOfEntry: true)
      }
      for (old, new) in zip(SidecarChoice.paths(of: path), SidecarChoice.paths(of: newPath))
      where try !move(old, new, &outcome) { outcome.left.append(old) }
    }
    for format in ThumbnailFormat.allCases {
      let thumbnail = MirrorNames.thumbnail(ofStem: stem, format)
      let new = MirrorNames.thumbnail(ofStem: newStem, format)
      if try !move(thumbnail, new, &outcome) { outcome.left.append(thumbnail) }
    }
    return outcome
  }

  /// Whether another file already exists at a photo's new path.
  package func isOccupied(_ newPath: String, for path: String) -> Bool {
    let (from, to) = (directory.file(path), directory.file(newPath))
    return from != to && DurableFile.exists(to) && !DurableFile.isSame(from, to)
  }

  /// - Returns: False if both names exist and are two files.
  private func move(
    _ old: String, _ new: String, _ outcome: inout Outcome
  ) throws(StorageError) -> Bool {
    let (from, to) = (directory.file(old), directory.file(new))
    guard from != to else { return true }
    if folders.link(above: from) != nil { throw StorageError("rename", from, errno: ELOOP) }
    guard DurableFile.exists(from) else {
      // Moved before a kill, which may have left the folder empty.
      outcome.folders.formUnion([from].compactMap(DurableFile.parent))
      return true
    }
    _ = try folders.prepareParent(of: to)
    if NameComparison.isOneName(old, new), !DurableFile.exists(to) || DurableFile.isSame(from, to) {
      // One entry to a file system that ignores case: link(2) would find the name taken by itself.
      try DurableFile.replace(from, to: to)
    } else {
      guard try DurableFile.renameIfFree(from, to: to) else { return false }
    }
    outcome.folders.formUnion([from, to].compactMap(DurableFile.parent))
    return true
  }

  /// Syncs the folders, and removes those that became empty, within the mirror.
  package func settle(_ folders: Set<String>) throws(StorageError) {
    for folder in folders where DurableFile.exists(folder) { try DurableFile.sync(folder) }
    for folder in folders.sorted(by: { $0.count > $1.count }) {
      var empty = folder
      while empty.hasPrefix(directory.path + "/"), empty != directory.thumbnails,
        LinkFree.rmdir(empty) == 0
      {
        empty = DurableFile.parent(of: empty) ?? ""
      }
    }
  }
}
