import CSandbox
import Glibc
import SystemCalls

/// Restricts where this process may create and change files (Landlock).
package enum WritableFolders {
  /// From now on, this thread and the threads and processes that it starts can create and change files only
  /// at or below `folders`, and in `/dev`. Call it before the process starts its first thread.
  ///
  /// - Parameter folders: Existing folders; links are followed.
  /// - Throws: `ENOSYS` or `EOPNOTSUPP` if the kernel does not offer it, or the error of a folder.
  package static func restrict(to folders: [String]) throws(SystemError) {
    let paths = folders.map { strdup($0) }
    defer { for path in paths { free(path) } }
    let code = paths.map { UnsafePointer($0) }.withUnsafeBufferPointer {
      sandbox_deny_writing($0.baseAddress, $0.count)
    }
    guard code == 0 else { throw SystemError(code) }
  }
}
