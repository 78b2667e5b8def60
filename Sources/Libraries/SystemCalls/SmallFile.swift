import Glibc

/// A file that is read as a whole, such as a key, a record or a configuration. All functions block.
package struct SmallFile: Sendable {
  /// The status of the file that was opened.
  package let status: FileStatus
  /// Its bytes, or the first ones of a longer file; none if it is not read.
  package let bytes: [UInt8]
  /// Whether it was read to its end.
  package let isWhole: Bool

  /// Reads a file. One that is not regular is read only if a time is given.
  /// - Parameters:
  ///   - limit: The most bytes that are kept.
  ///   - followsLinks: Whether the name may be a link.
  ///   - seconds: How long a program is waited for that writes to a pipe.
  /// - Throws: `SystemError`, which is ETIMEDOUT if a pipe has no end in time.
  package init(
    _ path: String, atMost limit: Int, followsLinks: Bool = true, seconds: Int? = nil
  ) throws(SystemError) {
    // A pipe that nobody writes to would otherwise keep open() waiting.
    let file = open(
      path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | (followsLinks ? 0 : O_NOFOLLOW))
    guard file >= 0 else { throw SystemError() }
    defer { close(file) }
    guard let status = FileStatus(of: file) else { throw SystemError() }
    self.status = status
    guard status.isRegular || seconds != nil else {
      (bytes, isWhole) = ([], false)
      return
    }
    let found = try Self.bytes(of: file, atMost: limit + 1, seconds: seconds ?? 0)
    (bytes, isWhole) = (Array(found.prefix(limit)), found.count <= limit)
  }

  /// The bytes as UTF-8.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The text of a regular file, as far as `limit` bytes; empty if it cannot be read.
  package static func text(of path: String, atMost limit: Int = 1 << 20) -> String {
    (try? SmallFile(path, atMost: limit))?.text ?? ""
  }
}

extension SmallFile {
  /// The bytes up to the end of an open file, or the first `limit` ones.
  /// - Parameter seconds: How long a program is waited for that writes to a pipe.
  /// - Throws: `SystemError`, which is ETIMEDOUT if there is no end in time.
  package static func bytes(
    of descriptor: Int32, atMost limit: Int, seconds: Int
  ) throws(SystemError) -> [UInt8] {
    let deadline = now() + seconds * 1000
    var bytes: [UInt8] = []
    while bytes.count < limit {
      var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let count = Glibc.poll(&poll, 1, Int32(max(0, deadline - now())))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw SystemError(count == 0 ? ETIMEDOUT : errno) }
      var (read, code) = (0, Int32(0))
      bytes += [UInt8](unsafeUninitializedCapacity: min(65_536, limit - bytes.count)) {
        buffer, size in
        read = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        code = errno
        size = max(0, read)
      }
      if read < 0, code == EINTR || code == EAGAIN { continue }
      guard read >= 0 else { throw SystemError(code) }
      if read == 0 { break }
    }
    return bytes
  }

  /// Milliseconds of the monotonic clock.
  private static func now() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }
}

extension SmallFile {
  /// Writes a file in place of the one that has its name; a kill leaves the old or the new one.
  /// - Parameter mode: As of `FileDraft`.
  package static func replace(
    _ path: String, with bytes: [UInt8], mode: mode_t = 0o644
  ) throws(SystemError) {
    let draft = try FileDraft(of: path, mode: mode)
    defer { draft.discard() }
    try write(bytes, to: draft.descriptor)
    try draft.replace()
  }

  /// Adds bytes to a file, and syncs it. A new file can be read only by the user.
  /// - Parameter isNew: Whether a file of this name is an error (EEXIST).
  package static func append(
    _ bytes: [UInt8], to path: String, isNew: Bool = false
  ) throws(SystemError) {
    let file = open(
      path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | (isNew ? O_EXCL : 0), 0o600)
    guard file >= 0 else { throw SystemError() }
    defer { close(file) }
    try write(bytes, to: file)
    try sync(file)
  }

  /// Writes all bytes to an open file.
  package static func write(_ bytes: [UInt8], to descriptor: Int32) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw SystemError(count < 0 ? errno : EIO) }
      rest = rest.dropFirst(count)
    }
  }

  /// Syncs an open file; some file systems have no such call.
  static func sync(_ descriptor: Int32) throws(SystemError) {
    guard fsync(descriptor) == 0 || [EINVAL, EOPNOTSUPP, ENOSYS].contains(errno) else {
      throw SystemError()
    }
  }
}
