import Glibc

/// Why a file operation of the mirror failed.
package struct StorageError: Error, Sendable, Hashable {
  /// The error with which it stops the run.
  package let error: MirrorError
  /// Whether the failure concerns one name only, and so one photo instead of the run.
  package let isOfEntry: Bool

  package init(_ error: MirrorError, isOfEntry: Bool = false) {
    (self.error, self.isOfEntry) = (error, isOfEntry)
  }
}

extension StorageError {
  /// Whether there is no such file or folder.
  package var isNameMissing: Bool {
    if case .directory(_, .system(errno: ENOENT)) = error { true } else { false }
  }

  /// Whether the file system takes no name of this length.
  package var isNameTooLong: Bool {
    if case .directory(_, .system(errno: ENAMETOOLONG)) = error { true } else { false }
  }
}
