import Foundation
import Locking
import MirrorCore
import SystemCalls

/// The layout of a mirror's directory.
package struct MirrorDirectory: Sendable {
  /// Without a slash at the end, and without links: nothing below it is reached through one (``LinkFree``).
  package let path: String
  private static let scratchFiles = Locked<Int64>(0)
  /// Processes that fetch units share a directory.
  private static let process = String(UInt64.random(in: 0...UInt64.max), radix: 36)

  /// Looks whether a link is in the path, which may block as any look at a file.
  package init(_ path: String) {
    var trimmed = path
    while trimmed.utf8.count > 1, trimmed.utf8.last == UInt8(ascii: "/") { trimmed.removeLast() }
    self.path = LinkFree.root(trimmed)
  }

  /// The folder of everything but photos and sidecars.
  package var state: String { path + "/.photomirror" }
  /// The file of the catalog; with a catalog on a server there is none.
  package var catalog: String { state + "/catalog.sqlite" }
  /// The folder of part files.
  package var parts: String { state + "/parts" }
  /// The folder of thumbnails, with the folders of the photos' names.
  package var thumbnails: String { state + "/thumbnails" }
  /// The folder to which damaged and foreign files are moved.
  package var setAside: String { state + "/set-aside" }
  /// The folder of photos that left the mirror, and of old versions.
  package var trash: String { state + "/trash" }
  /// The file with the id of the mirror whose photos are here.
  var mirrorMark: String { state + "/" + MirrorMark.name }
  /// The file that a process locks while it changes the mirror.
  package var lock: String { state + "/lock" }

  /// A part file is named after the photo's id in the catalog: short, unique, the same in every run.
  package func part(ofPhoto id: Int64) -> String { parts + "/\(id).part" }
  func state(ofPart id: Int64) -> String { part(ofPhoto: id) + ".json" }

  /// Bytes of the longest name of a new photo's files, as the file system says it (pathconf(3)). Blocks.
  package var longestName: Int {
    let said = pathconf(path, Int32(_PC_NAME_MAX))
    return said > 0 ? min(said, NameTemplate.usualLongest) : NameTemplate.usualLongest
  }

  /// The path of a file in the mirror.
  package func file(_ relative: String) -> String { path + "/" + relative }
  /// The path of a photo's thumbnail, whether or not there is one.
  package func thumbnail(ofStem stem: String, _ format: ThumbnailFormat) -> String {
    file(MirrorNames.thumbnail(ofStem: stem, format))
  }

  /// A path for a file that is renamed soon; the next run deletes it if it was not renamed.
  package func newScratchFile() -> String {
    let number = Self.scratchFiles.withLock { number in
      number += 1
      return number
    }
    return parts + "/\(Self.process)-\(number).new"
  }
}

extension MirrorDirectory {
  /// Deletes what killed processes have left of files that were to be renamed. Blocks; the caller holds the lock.
  package func removeScratchFiles() {
    let names = LinkFree.names(in: parts) ?? []
    // SQLite keeps a journal or a log beside the copy of a catalog.
    for name in names where name.hasSuffix(".new") || name.contains(".new-") {
      LinkFree.unlink(parts + "/" + name)
    }
  }

  /// The mirror's own state is readable by its user only: listings reveal more than the photos do.
  private static let stateMode: mode_t = 0o700

  /// Makes the folders of a mirror; fails if one is not writable. Blocks.
  /// - Returns: The folders that did not exist.
  package func prepare() throws(MirrorError) -> [String] {
    var made: [String] = []
    do throws(StorageError) {
      for folder in [path, state, parts, thumbnails]
      where try DurableFile.makeDirectory(
        folder, isLinkAllowed: folder == path, mode: folder == state ? Self.stateMode : 0o755)
      {
        made.append(folder)
      }
    } catch {
      throw error.error
    }
    guard LinkFree.access(parts, W_OK | X_OK) == 0 else {
      throw .file("write into", parts, errno: errno)
    }
    return made
  }

  /// Removes a new mirror into which nothing was stored: its files, and its folders if they are empty.
  /// The caller holds the lock, and has closed the catalog. Blocks.
  package func remove(_ made: [String]) {
    guard made.contains(state) else { return }
    for file in [catalog, addressFile, mirrorMark, lock] { LinkFree.unlink(file) }
    for folder in made.reversed() { LinkFree.rmdir(folder) }
  }

  /// Whether there is a catalog, or the address of one. Blocks.
  /// - Throws: If that cannot be determined, or if the mirror's state is behind a link.
  package func hasCatalog() throws(MirrorError) -> Bool {
    guard !DurableFile.isLink(state) else { throw DurableFile.linkRefusal(state).error }
    guard LinkFree.access(catalog, R_OK) == 0 else {
      if errno == ENOENT { return try catalogAddress() != nil }
      throw .file("read", catalog, errno: errno)
    }
    return true
  }
}
