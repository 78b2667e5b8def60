import Glibc
import MirrorCore
import SystemCalls

/// Ensures a single writer: an advisory lock on `.photomirror/lock`, which contains the writer's process id.
/// The kernel releases it when the process ends, however it ends.
///
/// A lock of the open file description (fcntl(2)), because its state can be queried without acquiring it: a
/// reader must not lock out a writer.
package final class DirectoryLock: Sendable {
  // F_OFD_GETLK and F_OFD_SETLK of <fcntl.h>, which Swift does not import.
  private static let getLock: Int32 = 36
  private static let setLock: Int32 = 37
  /// The maximum length of a process id in bytes, with a margin.
  private static let longest = 16
  private let file: Int32

  package init(_ directory: MirrorDirectory) throws(MirrorError) {
    let file = LinkFree.open(directory.lock, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o644)
    guard file >= 0 else { throw .file("open", directory.lock, errno: errno) }
    guard Self.lock(file, Self.setLock) != nil else {
      let code = errno
      let holder = Self.read(file)
      close(file)
      guard [EAGAIN, EACCES].contains(code) else {
        throw .file("lock", directory.lock, errno: code)
      }
      throw .directory(
        "another photomirror (process \(holder)) is writing to \(directory.path)",
        .locked)
    }
    // A process that removed the empty mirror meanwhile has deleted the file: a lock on it would exclude
    // nobody.
    guard let status = FileStatus(of: file), status.linkCount > 0 else {
      close(file)
      throw .file("lock", directory.lock, errno: ENOENT)
    }
    // A hard link placed here by someone else is another file of the user's.
    guard status.isRegular, status.linkCount == 1, status.size <= Self.longest else {
      close(file)
      throw .directory(
        "\(directory.lock) is not a lock but another file", .occupied)
    }
    ftruncate(file, 0)
    let number = Array("\(getpid())\n".utf8)
    pwrite(file, number, number.count, 0)
    self.file = file
  }

  deinit {
    // A child that was just forked holds the file open until it runs its program.
    _ = Self.lock(file, Self.setLock, F_UNLCK)
    close(file)
  }

  /// The process that holds a mirror's lock; nil if none.
  package static func holder(of directory: MirrorDirectory) -> String? {
    let file = LinkFree.open(directory.lock, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    guard let found = lock(file, getLock), Int32(found.l_type) != F_UNLCK else { return nil }
    return read(file)
  }

  /// Requests a lock on the complete file; nil, with `errno` set, if it is refused.
  private static func lock(
    _ file: Int32, _ command: Int32, _ kind: Int32 = F_WRLCK
  ) -> Glibc.flock? {
    var lock = Glibc.flock()
    (lock.l_type, lock.l_whence) = (Int16(kind), Int16(SEEK_SET))
    return fcntl(file, command, &lock) == 0 ? lock : nil
  }

  private static func read(_ file: Int32) -> String {
    var bytes = [UInt8](repeating: 0, count: longest)
    let count = pread(file, &bytes, bytes.count, 0)
    let digits = bytes.prefix(max(0, count)).prefix { (0x30...0x39).contains($0) }
    return digits.isEmpty ? "unknown" : String(decoding: digits, as: UTF8.self)
  }
}
