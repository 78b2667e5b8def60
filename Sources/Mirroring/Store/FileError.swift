import Glibc

/// Why a file operation of the mirror failed.
package struct FileError: Error {
  /// As what it stops the run.
  let error: MirrorError
  /// Whether only what has this name is concerned: one photo, and not the run.
  let isOfEntry: Bool

  init(_ error: MirrorError, isOfEntry: Bool = false) {
    self.error = error
    self.isOfEntry = isOfEntry
  }

  /// A system call that failed on a file.
  init(_ doing: String, _ path: String, errno code: Int32) {
    self.init(.file(doing, path, errno: code), isOfEntry: Self.ofEntry.contains(code))
  }

  /// Something else stands there, or the file system has no such names.
  private static let ofEntry = [EISDIR, ENOTDIR, ENOTEMPTY, ENAMETOOLONG, EINVAL, ELOOP]
}
