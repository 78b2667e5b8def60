import Glibc

/// A file's metadata (stat(2)).
///
/// Each initializer is one system call, which blocks; nil with `errno` set if it fails.
package struct FileStatus: Sendable {
  private let status: stat

  /// The status of the file with this name; a symbolic link is not followed (lstat(2)).
  package init?(of path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    self.status = status
  }

  /// The status of the file with this name, if no part of the path but the last is a symbolic link (``LinkFree``).
  package init?(linkFree path: String) {
    let file = LinkFree.open(path, LinkFree.placeOnly | O_NOFOLLOW)
    guard file >= 0 else { return nil }
    defer { close(file) }
    self.init(of: file)
  }

  /// The status of the file that this name leads to, through symbolic links (stat(2)).
  package init?(following path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.status = status
  }

  /// The status of an open file (fstat(2)).
  package init?(of descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.status = status
  }

  /// Whether this is a regular file, and not a directory, link, pipe, socket or device.
  package var isRegular: Bool { kind == S_IFREG }
  /// Whether this is a directory.
  package var isDirectory: Bool { kind == S_IFDIR }
  /// Whether this is a symbolic link.
  package var isLink: Bool { kind == S_IFLNK }
  private var kind: mode_t { status.st_mode & S_IFMT }

  /// When its bytes were last changed, seconds since 1970.
  package var modifiedAt: Int64 { Int64(status.st_mtim.tv_sec) }
  /// When its bytes, name or permissions were last changed, seconds since 1970: no program can set this time.
  package var changedAt: Int64 { Int64(status.st_ctim.tv_sec) }
  /// ``modifiedAt`` in nanoseconds, as far as the file system keeps them.
  package var modifiedAtNanoseconds: Int64 { Self.nanoseconds(status.st_mtim) }
  /// ``changedAt`` in nanoseconds, as far as the file system keeps them.
  package var changedAtNanoseconds: Int64 { Self.nanoseconds(status.st_ctim) }

  private static func nanoseconds(_ time: timespec) -> Int64 {
    Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }
  /// Length in bytes.
  package var size: Int64 { Int64(status.st_size) }
  /// Bytes on the disk: fewer than `size` if the file is sparse.
  package var allocated: Int64 { Int64(status.st_blocks) * 512 }
  /// Number of names (hard links) of the file. Some file systems do not count them.
  package var linkCount: Int { Int(status.st_nlink) }
  /// Permissions, with the sticky and the set-id bits.
  package var mode: mode_t { status.st_mode & 0o7777 }
  /// The owner's user id.
  package var owner: uid_t { status.st_uid }
  /// The owning group's id.
  package var group: gid_t { status.st_gid }
  /// Whether this process's user owns it, and nobody else can read or change it.
  package var isPrivate: Bool { mode & 0o077 == 0 && owner == geteuid() }
  /// The same for all names of one file, and for no other file.
  package var identity: FileIdentity { FileIdentity(device: status.st_dev, inode: status.st_ino) }
}

/// Identifies the file that a name leads to.
package struct FileIdentity: Hashable, Sendable {
  let device: dev_t
  let inode: ino_t
}

/// A failed system call's number (errno(3)) and the system's message.
package struct SystemError: Error, Hashable, Sendable {
  /// One of the numbers of errno(3).
  package let code: Int32

  /// - Parameter code: the calling thread's `errno`, unless another number is given.
  package init(_ code: Int32 = errno) { self.code = code }

  /// Whether there is no file of this name.
  package var isAbsence: Bool { code == ENOENT || code == ENOTDIR }

  /// The system's message, such as `No such file or directory`. glibc's strerror(3) may be called
  /// from several threads.
  package var reason: String { String(cString: strerror(code)) }
}
