import Glibc
import MirrorCore
import SystemCalls

/// The system calls that make files durable. All block: call them on a pool's thread.
///
/// A new name survives a power cut only if the file was synced before the rename and the directory after it
/// (fsync(2), rename(2)).
package enum DurableFile {
  /// Writes a complete new file, and syncs it if `isSynced`, without its directory. An existing name is removed, and
  /// its file stays as it is, which may have another name outside of the mirror.
  static func write(
    _ bytes: [UInt8], to path: String, isSynced: Bool = true, mode: mode_t = mode(isPrivate: false)
  ) throws(StorageError) {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
    var file = LinkFree.open(path, flags, mode)
    if file < 0, errno == EEXIST {
      // Why the old file stays, as on a disk that turned read-only, is the reason.
      guard LinkFree.unlink(path) == 0 || errno == ENOENT else {
        throw StorageError("write", path, errno: errno)
      }
      file = LinkFree.open(path, flags, mode)
    }
    guard file >= 0 else { throw StorageError("write", path, errno: errno) }
    defer { close(file) }
    try write(bytes, to: file, path)
    if isSynced { try flush(file, path) }
  }

  /// The mode of new files, before the umask.
  static func mode(isPrivate: Bool) -> mode_t { isPrivate ? 0o600 : 0o644 }

  /// Adds bytes to a file, which is made if it is missing. It is not synced.
  package static func append(
    _ bytes: [UInt8], to path: String, mode: mode_t = 0o600
  ) throws(StorageError) {
    let flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW
    let file = LinkFree.open(path, flags, mode)
    guard file >= 0 else { throw StorageError("write", path, errno: errno) }
    defer { close(file) }
    try write(bytes, to: file, path)
  }

  /// Writes all bytes to an open file.
  static func write(
    _ bytes: [UInt8], to file: Int32, _ path: String
  ) throws(StorageError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw StorageError("write", path, errno: count < 0 ? errno : EIO) }
      rest = rest.dropFirst(count)
    }
  }

  /// The bytes of a regular file; nil if the name does not exist. A link is not followed.
  /// - Throws: ``StorageError`` with `isOfEntry` if it is another kind of file, has more than `limit` bytes, or cannot be read.
  package static func read(_ path: String, limit: Int) throws(StorageError) -> [UInt8]? {
    let file = LinkFree.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else {
      if errno == ENOENT { return nil }
      throw unreadable(path)
    }
    defer { close(file) }
    guard let status = FileStatus(of: file), status.isRegular, status.size <= limit else {
      throw StorageError(
        .directory("\(path) is not a regular file of at most \(limit) bytes"), isOfEntry: true)
    }
    var bytes = [UInt8](repeating: 0, count: Int(status.size))
    var count = 0
    while count < bytes.count {
      let part = bytes[count...].withUnsafeMutableBytes {
        Glibc.read(file, $0.baseAddress, $0.count)
      }
      if part < 0, errno == EINTR { continue }
      guard part >= 0 else { throw unreadable(path) }
      guard part > 0 else { break }
      count += part
    }
    return Array(bytes[..<count])
  }

  /// That a disk does not give the bytes of one file says nothing about others.
  static func unreadable(_ path: String) -> StorageError {
    StorageError(.file("read", path, errno: errno), isOfEntry: true)
  }

  /// Gives a file a modification time in seconds since 1970. A file system that cannot hold the time keeps its own.
  package static func setModified(_ path: String, _ seconds: Int64) {
    let time = timespec(tv_sec: Int(seconds), tv_nsec: 0)
    LinkFree.setModified(path, time)
  }

  /// Syncs an existing file or directory.
  package static func sync(_ path: String) throws(StorageError) {
    let file = LinkFree.open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw StorageError("sync", path, errno: errno) }
    defer { close(file) }
    try flush(file, path)
  }

  /// Ignores a file system without this call (for directories: SMB, 9P).
  private static func flush(_ file: Int32, _ path: String) throws(StorageError) {
    guard fsync(file) == 0 || [EINVAL, EOPNOTSUPP, ENOSYS].contains(errno) else {
      throw StorageError("sync", path, errno: errno)
    }
  }

  /// Gives a file its final name unless the name is taken: link(2) refuses a taken name in one step, where
  /// rename(2) would replace the existing file. A kill between the two calls leaves a second name among the
  /// parts, which the next run removes.
  /// - Returns: False if the name belongs to another file.
  package static func renameIfFree(_ from: String, to: String) throws(StorageError) -> Bool {
    // Over NFS the reply to a successful link may be lost, and the repeated request is refused (link(2)).
    var code = LinkFree.link(from, to) == 0 ? 0 : errno
    if code == EEXIST, isSame(from, to) { code = 0 }
    switch code {
    case 0:
      guard LinkFree.unlink(from) == 0 else { throw StorageError("remove", from, errno: errno) }
      return true
    case EEXIST: return false
    case EPERM, EOPNOTSUPP, ENOSYS, EMLINK:
      // On a file system without links (FAT) a check is enough: the lock allows only one writer.
      guard LinkFree.access(to, F_OK) != 0 else { return false }
      try replace(from, to: to)
      return true
    default: throw StorageError("rename a file to", to, errno: code)
    }
  }

  static func replace(_ from: String, to: String) throws(StorageError) {
    guard LinkFree.rename(from, to) == 0 else {
      throw StorageError("rename a file to", to, errno: errno)
    }
  }

  /// Makes a directory and its missing parents.
  /// - Parameters:
  ///   - isLinkAllowed: Whether a link to a directory is accepted. Within a mirror it could lead out of it.
  ///   - mode: The mode of a new directory.
  /// - Returns: False if the directory existed.
  @discardableResult
  static func makeDirectory(
    _ path: String, isLinkAllowed: Bool = false, mode: mode_t = 0o755
  ) throws(StorageError) -> Bool {
    if LinkFree.mkdir(path, mode) == 0 { return true }
    switch errno {
    case EEXIST:
      guard isLinkAllowed || !isLink(path) else {
        throw linkRefusal(path)
      }
      guard isDirectory(path) else {
        throw StorageError("make the directory", path, errno: ENOTDIR)
      }
      return false
    case ENOENT:
      guard let parent = parent(of: path) else {
        throw StorageError("make the directory", path, errno: ENOENT)
      }
      try makeDirectory(parent)
      guard LinkFree.mkdir(path, mode) == 0 || errno == EEXIST else {
        throw StorageError("make the directory", path, errno: errno)
      }
      return true
    default: throw StorageError("make the directory", path, errno: errno)
    }
  }

  static func parent(of path: String) -> String? {
    guard let folder = path.folderPath, !folder.isEmpty else { return nil }
    return String(folder)
  }
}

/// Queries about a name. A link is not followed.
extension DurableFile {
  /// The size of a regular file in bytes; nil if none.
  package static func size(of path: String) -> Int64? {
    guard let status = FileStatus(linkFree: path), status.isRegular else { return nil }
    return status.size
  }

  /// The first bytes of a file, or all if it has no more; empty if it cannot be read.
  static func read(_ path: String, first limit: Int) -> [UInt8] {
    let file = LinkFree.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else { return [] }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: limit)
    let count = Glibc.read(file, &bytes, limit)
    return Array(bytes.prefix(max(0, count)))
  }

  /// The bytes of a file; empty if it cannot be read.
  static func read(_ path: String) -> [UInt8] {
    let file = LinkFree.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else { return [] }
    defer { close(file) }
    var (bytes, piece) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
    while true {
      let count = Glibc.read(file, &piece, piece.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return count < 0 ? [] : bytes }
      bytes += piece[..<count]
    }
  }

  /// Whether a name exists with such a status; also true if that cannot be determined: without access to its folder,
  /// or on a failing disk, a file is not missing.
  static func presence(
    of path: String, having condition: (FileStatus) -> Bool = { _ in true }
  ) -> Bool {
    if let status = FileStatus(linkFree: path) { return condition(status) }
    return ![ENOENT, ENOTDIR].contains(errno)
  }

  /// Whether the name exists.
  static func exists(_ path: String) -> Bool { FileStatus(linkFree: path) != nil }

  static func isLink(_ path: String) -> Bool { FileStatus(linkFree: path)?.isLink ?? false }

  static func linkRefusal(_ path: String) -> StorageError {
    StorageError(
      .directory(
        "\(path) is a symbolic link, which could lead out of the mirror", .link)
    )
  }

  /// Whether this is a regular file without a second name (link(2)). Some file systems report no link count.
  static func isOwn(_ path: String) -> Bool {
    FileStatus(linkFree: path).map { $0.isRegular && $0.linkCount <= 1 } ?? false
  }

  static func isSame(_ one: String, _ other: String) -> Bool {
    guard let first = FileStatus(linkFree: one) else { return false }
    return first.identity == FileStatus(linkFree: other)?.identity
  }

  /// Follows links.
  private static func isDirectory(_ path: String) -> Bool {
    FileStatus(following: path)?.isDirectory ?? false
  }
}

extension DurableFile {
  /// Bytes that a user without privileges can still write; nil if unknown.
  package static func free(at path: String) -> Int64? {
    FreeSpace(at: path)?.bytes
  }
}
