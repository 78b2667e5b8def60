import Glibc

/// One writer at a time: an advisory lock (flock(2)) on `.photomirror/lock`, which holds the
/// writer's process number. The kernel gives it back when the process ends, however it ends.
final class DirectoryLock: Sendable {
  private let file: Int32

  init(_ directory: MirrorDirectory) throws(MirrorError) {
    let file = open(directory.lock, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o644)
    guard file >= 0 else { throw .file("open", directory.lock, errno: errno) }
    guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
      let code = errno
      let holder = Self.read(file)
      close(file)
      guard code == EWOULDBLOCK else { throw .file("lock", directory.lock, errno: code) }
      throw .directory(
        "another photomirror (process \(holder)) is writing to \(directory.path)",
        hint: "wait until it has ended, or end it: either can be gone on with")
    }
    ftruncate(file, 0)
    let number = Array("\(getpid())\n".utf8)
    pwrite(file, number, number.count, 0)
    self.file = file
  }

  deinit { close(file) }

  /// The process that holds a mirror's lock, or nil.
  static func holder(of directory: MirrorDirectory) -> String? {
    let file = open(directory.lock, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0 else { return nil }
    defer { close(file) }
    guard flock(file, LOCK_SH | LOCK_NB) != 0 else { return nil }
    return read(file)
  }

  private static func read(_ file: Int32) -> String {
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = pread(file, &bytes, bytes.count, 0)
    let digits = bytes.prefix(max(0, count)).prefix { (0x30...0x39).contains($0) }
    return digits.isEmpty ? "unknown" : String(decoding: digits, as: UTF8.self)
  }
}
