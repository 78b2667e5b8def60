import CGlibc
import Digests
import Glibc
import MirrorCore
import SystemCalls

/// Copies of files from elsewhere. All block: call them on a pool's thread.
extension MirrorDirectory {
  /// Copies a file to a new one with a temporary name if it has these bytes. What is copied is read again for the
  /// digest, so that no other bytes are taken.
  ///
  /// On one file system that can, both share their blocks until one is changed (reflink).
  /// - Parameters:
  ///   - file: Its absolute path. A link is not followed.
  ///   - isLinked: Whether the copy is another name of the file (hard link), if the file systems allow that.
  /// - Returns: The absolute path of the copy; nil if `file` is no regular file with these bytes.
  /// - Throws: ``StorageError`` with `isOfEntry` if `file` cannot be read.
  package func takeCopy(
    of file: String, having wanted: FileFingerprint, isLinked: Bool = false
  ) throws(StorageError) -> String? {
    guard DurableFile.size(of: file) == wanted.byteCount else { return nil }
    let scratch = newScratchFile()
    do throws(StorageError) {
      _ = try FileCopy.put(file, at: scratch, byteCount: wanted.byteCount, isLinked: isLinked)
      let digest = try FileCopy.digest(of: scratch)
      if digest == wanted.sha256, DurableFile.size(of: scratch) == wanted.byteCount {
        return scratch
      }
    } catch {
      LinkFree.unlink(scratch)
      throw error
    }
    LinkFree.unlink(scratch)
    return nil
  }
}

/// The bytes of one file in another. Blocks.
enum FileCopy {
  private static let step = 256 << 10

  /// Gives a file another name if that is wanted and the file systems allow it, or else writes a copy.
  /// - Parameter byteCount: More are not copied.
  /// - Returns: Whether it is a copy.
  static func put(
    _ original: String, at path: String, byteCount: Int64, isLinked: Bool
  ) throws(StorageError) -> Bool {
    if isLinked, LinkFree.link(original, path) == 0 { return false }
    try write(path, from: original, byteCount: byteCount)
    return true
  }

  /// Writes a new file that only its user can read if that is so for the original. It is not synced.
  /// - Parameter byteCount: More are not copied, nor more than the file has at the start.
  static func write(
    _ path: String, from original: String, byteCount: Int64
  ) throws(StorageError) {
    let (input, status) = try open(original)
    defer { close(input) }
    let mode = DurableFile.mode(isPrivate: status.mode & 0o077 == 0)
    let output = LinkFree.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode)
    guard output >= 0 else { throw StorageError("write", path, errno: errno) }
    defer { close(output) }
    try copy(min(byteCount, status.size), from: input, original, to: output, path)
  }

  /// Writes the bytes of a file to an open one, from its position.
  /// - Parameter byteCount: More are not copied.
  static func append(
    _ original: String, byteCount: Int64, to output: Int32, _ path: String
  ) throws(StorageError) {
    let (input, _) = try open(original)
    defer { close(input) }
    try copy(byteCount, from: input, original, to: output, path)
  }

  private static func open(_ original: String) throws(StorageError) -> (Int32, FileStatus) {
    let input = LinkFree.open(original, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard input >= 0 else { throw DurableFile.unreadable(original) }
    guard let status = FileStatus(of: input), status.isRegular else {
      close(input)
      throw StorageError(.directory("\(original) is not a regular file"), isOfEntry: true)
    }
    return (input, status)
  }

  private static func copy(
    _ byteCount: Int64, from input: Int32, _ original: String, to output: Int32, _ path: String
  ) throws(StorageError) {
    var rest = byteCount
    while rest > 0 {
      let count = copy_file_range(input, nil, output, nil, Int(min(rest, 1 << 30)), 0)
      if count < 0, errno == EINTR { continue }
      // Between some file systems the kernel does not copy.
      guard count > 0 else { break }
      rest -= Int64(count)
    }
    var buffer = [UInt8](repeating: 0, count: rest > 0 ? step : 0)
    while rest > 0 {
      let count = read(input, &buffer, Int(min(rest, Int64(step))))
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw DurableFile.unreadable(original) }
      guard count > 0 else { return }
      try DurableFile.write(Array(buffer[..<count]), to: output, path)
      rest -= Int64(count)
    }
  }

  static func digest(of path: String) throws(StorageError) -> String {
    do throws(DigestError) { return try FileDigest.hex(.sha256, ofFileAt: path) } catch {
      throw StorageError("read", path, errno: error.errno)
    }
  }
}
