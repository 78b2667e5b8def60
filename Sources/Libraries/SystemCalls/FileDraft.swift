import Glibc

/// A new file that takes its name when it is complete, so that no other program sees a part of it. All functions block.
package struct FileDraft: Sendable {
  /// Where its bytes are written. It stays the draft's.
  package let descriptor: Int32
  private let path: String
  private let draft: String

  /// Makes an empty file in the same folder.
  /// - Parameter mode: Its permissions, less what the umask and the file of this name withhold.
  package init(of path: String, mode: mode_t = 0o644) throws(SystemError) {
    self.path = path
    // A name that nobody can have prepared as another name of a file elsewhere.
    draft = "\(path).\(String(UInt64.random(in: 0...UInt64.max), radix: 36)).part"
    let allowed = FileStatus(of: path)?.mode ?? 0o777
    descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode & allowed)
    guard descriptor >= 0 else { throw SystemError() }
  }

  /// Syncs the file and gives it its name, in place of the file that has it.
  package func replace() throws(SystemError) {
    try SmallFile.sync(descriptor)
    guard rename(draft, path) == 0 else { throw SystemError() }
  }

  /// Syncs the file and gives it its name, unless a file has it (EEXIST).
  package func claim() throws(SystemError) {
    try SmallFile.sync(descriptor)
    guard link(draft, path) == 0 else { throw SystemError() }
  }

  /// Closes the file, and removes it unless it has its name; call it once, last.
  package func discard() {
    close(descriptor)
    unlink(draft)
  }
}
