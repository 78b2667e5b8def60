import Digests
import Foundation
import Glibc
import Locking
import MirrorCore
import ProviderKit
import SystemCalls

/// Files of a mirror in a folder that is published without it: other names of the same files, or copies. All methods
/// block; any thread.
///
/// A name of the same file is current. Of a copy the records of the folder's pages tell which file it was made of: a
/// file with the same size and time may have other bytes, because its time is that of the photo.
package final class PublishedFiles: Sendable {
  private struct State {
    /// A collision of their hashes keeps a file that should go.
    var kept: Set<UInt64> = []
    var added = 0
    var copied = 0
  }

  private let pages: PageFolder
  private var path: String { pages.path }
  private let folders: KnownFolders
  private let isLinked: Bool
  private let state = Locked(State())

  /// - Parameters:
  ///   - pages: A folder that belongs to this program. It remembers the copies.
  ///   - isLinked: Whether files are hard links where that is possible.
  package init(in pages: PageFolder, isLinked: Bool = true) {
    (self.pages, folders, self.isLinked) = (pages, KnownFolders(in: pages.path), isLinked)
  }

  /// How many files were linked or copied.
  package var added: Int { state.withLock(\.added) }
  /// How many of these are copies, which the folder of pages is to remember.
  package var copied: Int { state.withLock(\.copied) }

  /// Puts a file into the folder unless it is there.
  /// - Parameters:
  ///   - original: Its absolute path. Only a regular file is taken, and a link is not followed.
  ///   - name: Relative to the folder.
  ///   - isWhole: Gets the SHA-256 of a file that is not there yet, and says whether it is what it is to be; nil: it may
  ///     be anything.
  /// - Returns: False if it is no regular file, or not what it is to be; then nothing changes.
  package func put(
    _ original: String, as name: String, if isWhole: ((_ sha256: String) -> Bool)? = nil
  ) throws(StorageError) -> Bool {
    guard let status = FileStatus(linkFree: original), status.isRegular else { return false }
    let place = "\(path)/\(name)"
    let isLink = isLinked && FileStatus(linkFree: place)?.identity == status.identity
    guard !isLink, !pages.keeps(name, madeOf: Self.key(of: status)) else {
      keep(name)
      return true
    }
    if let isWhole, try !isWhole(FileCopy.digest(of: original)) { return false }
    keep(name)
    _ = try folders.prepareParent(of: place)
    LinkFree.unlink(place)
    let isCopied = try FileCopy.put(
      original, at: place, byteCount: status.size, isLinked: isLinked)
    if isCopied {
      DurableFile.setModified(place, status.modifiedAt)
      // If the original was replaced meanwhile, the copy counts as one of the earlier file, and is made again.
      pages.note(name, madeOf: Self.key(of: status))
    }
    state.withLock { state in
      state.added += 1
      state.copied += isCopied ? 1 : 0
    }
    return true
  }

  private func keep(_ name: String) {
    let key = pages.key(name)
    state.withLock { _ = $0.kept.insert(key) }
  }

  /// Keeps the file of a photo whose original is missing if it has the photo's bytes: it may be the last copy.
  /// - Parameter isWhole: Gets the SHA-256 of the file.
  package func keep(_ name: String, if isWhole: (_ sha256: String) -> Bool) {
    let place = "\(path)/\(name)"
    guard DurableFile.size(of: place) != nil,
      let digest = try? FileDigest.hex(.sha256, ofFileAt: place), isWhole(digest)
    else { return }
    keep(name)
    pages.remember(name)
  }

  /// A hash that changes with the bytes of a file: whoever changes them or puts another file in its place changes
  /// st_ctime.
  private static func key(of status: FileStatus) -> UInt64 {
    var hash = StableHash()
    for number in [
      status.size, status.modifiedAtNanoseconds, status.changedAtNanoseconds,
    ] {
      hash.combine(number)
    }
    return hash.value
  }

  /// Whether a file is there since a time, in seconds since 1970; then it stays.
  package func keeps(_ name: String, since time: Int64) -> Bool {
    guard let status = FileStatus(linkFree: "\(path)/\(name)"), status.isRegular, status.size > 0,
      status.modifiedAt >= time
    else { return false }
    keep(name)
    pages.remember(name)
    return true
  }

  /// Removes the files in these folders that were not put there, and folders that are empty then.
  package func removeOthers(in folders: [String]) {
    let directory = MirrorDirectory(path)
    let kept = state.withLock(\.kept)
    func clear(_ folder: String) {
      let entries = directory.entries(of: folder)
      for file in entries.files where !kept.contains(pages.key(file)) {
        LinkFree.unlink(directory.file(file))
      }
      for inner in entries.folders { clear(inner) }
      LinkFree.rmdir(directory.file(folder))
    }
    for folder in folders { clear(folder) }
  }
}
