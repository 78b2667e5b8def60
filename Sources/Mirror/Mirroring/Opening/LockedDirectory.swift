import LocalFiles
import MirrorCore

/// A directory to which no other process of this program writes. The lock is released with the value.
struct LockedDirectory: Sendable {
  private let lock: DirectoryLock
  /// The folders that did not exist.
  let made: [String]

  /// Makes the folders of a mirror, and deletes what killed processes left of files that were to be renamed. Blocks.
  init(preparing directory: MirrorDirectory) throws(MirrorError) {
    let made = try directory.prepare()
    lock = try DirectoryLock(directory)
    // Another run may have removed its new mirror, with folders that existed a moment ago.
    self.made = made + (try directory.prepare())
    directory.removeScratchFiles()
  }

  /// Changes nothing in a directory that is prepared. Blocks.
  init(_ directory: MirrorDirectory) throws(MirrorError) {
    (lock, made) = (try DirectoryLock(directory), [])
  }
}
