import Foundation
import Glibc
import Locking
import MirrorCore
import SystemCalls

/// Files of a mirror in a folder that is published without it: other names of the same files, or copies. All methods
/// block; any thread.
package final class PublishedFiles: Sendable {
  private struct State {
    /// A collision of their hashes keeps a file that should go.
    var kept: Set<UInt64> = []
    var added = 0
  }

  private let path: String
  private let folders: KnownFolders
  private let isLinked: Bool
  private let state = Locked(State())

  /// - Parameters:
  ///   - path: A folder that belongs to this program.
  ///   - isLinked: Whether files are hard links where that is possible.
  package init(in path: String, isLinked: Bool = true) {
    (self.path, folders, self.isLinked) = (path, KnownFolders(in: path), isLinked)
  }

  /// How many files were linked or copied.
  package var added: Int { state.withLock(\.added) }

  /// Puts a file into the folder unless it is there.
  /// - Parameters:
  ///   - original: Its absolute path. Only a regular file is taken, and a link is not followed.
  ///   - name: Relative to the folder.
  package func put(_ original: String, as name: String) throws(StorageError) {
    guard let status = FileStatus(of: original), status.isRegular else { return }
    state.withLock { _ = $0.kept.insert(PageRecords.hash(ofPage: name)) }
    let place = "\(path)/\(name)"
    // A copy has whole seconds.
    if let there = FileStatus(of: place), there.isRegular, there.size == status.size,
      there.modifiedAtNanoseconds == status.modifiedAtNanoseconds
        || there.modifiedAtNanoseconds == status.modifiedAtNanoseconds / 1_000_000_000
          * 1_000_000_000
    {
      return
    }
    _ = try folders.prepareParent(of: place)
    unlink(place)
    if !isLinked || link(original, place) != 0 {
      try FileCopy.write(place, from: original, byteCount: status.size)
      // A copy that a kill cuts short has another time.
      DurableFile.setModified(place, status.modifiedAt)
    }
    state.withLock { $0.added += 1 }
  }

  /// Whether a file is there since a time, in seconds since 1970; then it stays.
  package func keeps(_ name: String, since time: Int64) -> Bool {
    guard let status = FileStatus(of: "\(path)/\(name)"), status.isRegular, status.size > 0,
      status.modifiedAt >= time
    else { return false }
    state.withLock { _ = $0.kept.insert(PageRecords.hash(ofPage: name)) }
    return true
  }

  /// Removes the files in these folders that were not put there, and folders that are empty then.
  package func removeOthers(in folders: [String]) {
    let directory = MirrorDirectory(path)
    let kept = state.withLock(\.kept)
    func clear(_ folder: String) {
      let entries = directory.entries(of: folder)
      for file in entries.files where !kept.contains(PageRecords.hash(ofPage: file)) {
        unlink(directory.file(file))
      }
      for inner in entries.folders { clear(inner) }
      rmdir(directory.file(folder))
    }
    for folder in folders { clear(folder) }
  }
}
