import Glibc
import Locking
import MirrorCore
import SystemCalls

/// A tar archive that is being written, in the format of POSIX (pax, IEEE Std 1003.1-2001): names in UTF-8 of any length,
/// files of any size. All calls block; any thread.
package final class TarFile: Sendable {
  private static let block = 512
  /// What the fields of a header hold: 11 octal digits, 100 bytes of a name.
  private static let (largest, longestName) = (Int64(0o77777777777), 100)

  private struct State {
    /// Where the next entry begins.
    var end: Int64 = 0
    /// Where the last entry begins, and its name.
    var last: (start: Int64, name: String)?
  }

  /// Absolute.
  package let path: String
  private let file: Int32
  private let state = Locked(State())

  /// Makes the file, in the place of an existing one.
  package init(_ path: String) throws(StorageError) {
    LinkFree.unlink(path)
    self.path = path
    file = LinkFree.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o644)
    guard file >= 0 else { throw StorageError("write", path, errno: errno) }
  }

  deinit { close(file) }

  /// Adds a copy of a file.
  /// - Parameters:
  ///   - original: Its absolute path. A link is not followed.
  ///   - name: In the archive.
  /// - Returns: Where its bytes are in the archive.
  /// - Throws: ``StorageError`` with `isOfEntry` if it cannot be read; the archive is as before then.
  package func add(_ original: String, as name: String) throws(StorageError) -> Range<Int64> {
    guard let status = FileStatus(linkFree: original), status.isRegular else {
      throw StorageError(.directory("\(original) is not a regular file"), isOfEntry: true)
    }
    return try state.withLock { state throws(StorageError) in
      let start = state.end
      do throws(StorageError) {
        guard lseek(file, off_t(start), SEEK_SET) >= 0 else { throw failure }
        let head = Self.head(name, status)
        try DurableFile.write(head, to: file, path)
        try FileCopy.append(original, byteCount: status.size, to: file, path)
        let first = start + Int64(head.count)
        guard lseek(file, 0, SEEK_CUR) == first + status.size else {
          throw StorageError(.directory("\(original) became shorter"), isOfEntry: true)
        }
        try DurableFile.write(Self.padding(after: status.size), to: file, path)
        state.end = Int64(lseek(file, 0, SEEK_CUR))
        state.last = (start, name)
        return first..<first + status.size
      } catch {
        ftruncate(file, off_t(start))
        throw error
      }
    }
  }

  /// Removes the last entry if it has this name.
  package func removeLast(_ name: String) {
    state.withLock { state in
      guard let last = state.last, last.name == name else { return }
      ftruncate(file, off_t(last.start))
      (state.end, state.last) = (last.start, nil)
    }
  }

  /// Ends the archive, and makes its bytes durable.
  package func finish() throws(StorageError) {
    try state.withLock { state throws(StorageError) in
      guard lseek(file, off_t(state.end), SEEK_SET) >= 0 else { throw failure }
      try DurableFile.write([UInt8](repeating: 0, count: 2 * Self.block), to: file, path)
      guard fsync(file) == 0 else { throw StorageError("sync", path, errno: errno) }
    }
  }

  private var failure: StorageError { StorageError("write", path, errno: errno) }

  /// The header of an entry, after one of what it cannot hold.
  private static func head(_ name: String, _ status: FileStatus) -> [UInt8] {
    let (size, time) = (status.size, max(0, status.modifiedAt))
    let mode = Int64(status.mode & 0o777)
    var records = ""
    if name.utf8.count > longestName || !name.utf8.allSatisfy({ $0 < 128 }) {
      records += record("path", name)
    }
    if size > largest { records += record("size", "\(size)") }
    let bytes = Array(records.utf8)
    let extended =
      bytes.isEmpty
      ? []
      : header("PaxHeader", kind: "x", mode, Int64(bytes.count), time) + bytes
        + padding(after: Int64(bytes.count))
    return extended + header(name, kind: "0", mode, size, time)
  }

  /// A length, which counts its own digits, a key and a value.
  private static func record(_ key: String, _ value: String) -> String {
    let rest = " \(key)=\(value)\n"
    var length = rest.utf8.count
    while "\(length)".utf8.count + rest.utf8.count != length {
      length = "\(length)".utf8.count + rest.utf8.count
    }
    return "\(length)\(rest)"
  }

  private static func header(
    _ name: String, kind: Character, _ mode: Int64, _ size: Int64, _ time: Int64
  ) -> [UInt8] {
    func octal(_ value: Int64, digits: Int) -> [UInt8] {
      let text = String(min(value, largest), radix: 8)
      return Array((String(repeating: "0", count: digits - text.utf8.count) + text).utf8) + [0]
    }
    var header = [UInt8](repeating: 0, count: block)
    func put(_ bytes: [UInt8], at place: Int) {
      header.replaceSubrange(place..<place + bytes.count, with: bytes)
    }
    put(Array(name.utf8.prefix(longestName)), at: 0)
    put(octal(mode, digits: 7), at: 100)
    put(octal(0, digits: 7), at: 108)
    put(octal(0, digits: 7), at: 116)
    put(octal(size, digits: 11), at: 124)
    put(octal(time, digits: 11), at: 136)
    put(Array("        ".utf8), at: 148)
    put(Array("\(kind)".utf8), at: 156)
    put(Array("ustar\0".utf8) + Array("00".utf8), at: 257)
    let sum = header.reduce(Int64(0)) { $0 + Int64($1) }
    put(octal(sum, digits: 6) + [0x20], at: 148)
    return header
  }

  private static func padding(after size: Int64) -> [UInt8] {
    [UInt8](repeating: 0, count: Int(-size & Int64(block - 1)))
  }
}
