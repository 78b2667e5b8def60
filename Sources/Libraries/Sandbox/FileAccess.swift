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
  /// - Parameters:
  ///   - folders: Links are followed; those that cannot be opened are not written.
  ///   - parents: Folders below which empty folders can be removed, and nothing else can be changed.
  /// - Throws: `ENOSYS` or `EOPNOTSUPP` if the kernel does not offer it.
  package static func restrictWriting(
    to folders: [String], removingFoldersBelow parents: [String] = []
  ) throws(SystemError) {
    try apply(folders + parents) { paths, _ in
      sandbox_deny_writing(
        paths, folders.count, paths.map { $0 + folders.count }, parents.count)
    }
  }

  /// From now on, this helper can read and map only `files`, and what is below those that are folders; it can
  /// change none. Call it in a helper of a ``ForkServer``.
  ///
  /// - Parameter files: Those that cannot be opened are left out; links are followed.
  /// - Throws: `ENOSYS` or `EOPNOTSUPP` if the kernel does not offer it.
  package static func restrictReading(to files: [String]) throws(SystemError) {
    try apply(files, sandbox_deny_reading)
  }

  private static func apply(
    _ files: [String], _ restrict: (UnsafePointer<UnsafePointer<CChar>?>?, Int) -> Int32
  ) throws(SystemError) {
    let paths = files.map { strdup($0) }
    defer { for path in paths { free(path) } }
    let code = paths.map { UnsafePointer($0) }.withUnsafeBufferPointer {
      restrict($0.baseAddress, $0.count)
    }
    guard code == 0 else { throw SystemError(code) }
  }
}
