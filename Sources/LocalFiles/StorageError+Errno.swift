import Glibc
import MirrorCore

extension StorageError {
  /// A failed system call on a file.
  init(_ doing: String, _ path: String, errno code: Int32) {
    self.init(.file(doing, path, errno: code), isOfEntry: Self.ofEntry.contains(code))
  }

  /// Another kind of file has this name, or the file system does not support the name.
  private static let ofEntry = [EISDIR, ENOTDIR, ENOTEMPTY, ENAMETOOLONG, EINVAL, ELOOP]
}
