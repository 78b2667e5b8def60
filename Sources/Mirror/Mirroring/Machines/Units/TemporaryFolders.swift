import Foundation
import Glibc
import LocalFiles
import SystemCalls

/// The temporary directories of workers and fetches over a bucket. A process holds the lock of its own; what no process
/// holds was left by one that was killed.
enum TemporaryFolders {
  private static let prefix = "photomirror-"
  /// In seconds: a new directory has no lock yet.
  private static let youngest: Int64 = 600

  static func newName() -> String { prefix + UUID().uuidString }

  /// Deletes what killed processes of this user have left beside a directory. Blocks.
  static func sweep(beside directory: MirrorDirectory) {
    guard let end = directory.path.lastIndex(of: "/") else { return }
    let base = String(directory.path[..<end])
    let names = LinkFree.names(in: base) ?? []
    for name in names where UUID(uuidString: String(name.dropFirst(prefix.count))) != nil {
      let old = MirrorDirectory(base + "/" + name)
      guard name.hasPrefix(prefix), isOld(old), DirectoryLock.holder(of: old) == nil else {
        continue
      }
      try? FileManager.default.removeItem(atPath: old.path)
    }
  }

  /// Whether it is a directory of this user with a lock, and was made a while ago.
  private static func isOld(_ directory: MirrorDirectory) -> Bool {
    guard let status = FileStatus(linkFree: directory.path), status.isDirectory,
      status.owner == geteuid(), status.modifiedAt < Int64(time(nil)) - youngest
    else { return false }
    return FileStatus(linkFree: directory.lock)?.isRegular == true
  }
}
