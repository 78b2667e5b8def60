import CSandbox
import Glibc
import SystemCalls

/// Restricts the files of a process (Landlock).
package enum FileAccess {
  /// The version of the kernel's Landlock; 0 if it has none.
  package static var version: Int { Int(sandbox_landlock_version()) }

  /// Whether the kernel offers ``restrictWriting(to:)``: before version 2 a file could not be moved into another folder.
  package static var restrictsWriting: Bool { version >= 2 }

  /// From now on, this thread and the threads and processes that it starts can create and change files only
  /// at or below `folders`, and in `/dev`. Call it before the process starts its first thread.
  ///
  /// - Parameter folders: Links are followed; those that cannot be opened are not written.
  /// - Throws: `ENOSYS` or `EOPNOTSUPP` if the kernel does not offer it.
  package static func restrictWriting(to folders: [String]) throws(SystemError) {
    try apply(sandbox_deny_writing, folders)
  }

  /// From now on, this helper can read and map only `files`, and what is below those that are folders; it can
  /// change none. Call it in a helper of a ``ForkServer``.
  ///
  /// - Parameter files: Those that cannot be opened are left out; links are followed.
  /// - Throws: `ENOSYS` or `EOPNOTSUPP` if the kernel does not offer it.
  package static func restrictReading(to files: [String]) throws(SystemError) {
    try apply(sandbox_deny_reading, files)
  }

  private static func apply(
    _ restrict: (UnsafePointer<UnsafePointer<CChar>?>?, Int) -> Int32, _ files: [String]
  ) throws(SystemError) {
    let paths = files.map { strdup($0) }
    defer { for path in paths { free(path) } }
    let code = paths.map { UnsafePointer($0) }.withUnsafeBufferPointer {
      restrict($0.baseAddress, $0.count)
    }
    guard code == 0 else { throw SystemError(code) }
  }
}
