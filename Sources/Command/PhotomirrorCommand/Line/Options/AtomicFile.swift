import Glibc
import SystemCalls

/// A small file that other programs read: it is replaced as a whole, so that they never see a part of it.
enum AtomicFile {
  /// Blocks. The new file can be read by everybody, as the umask allows.
  static func write(_ text: String, to path: String) throws(SystemError) {
    // A name that nobody can have prepared as another name of a file elsewhere.
    let part = "\(path).\(String(UInt64.random(in: 0...UInt64.max), radix: 36)).part"
    let descriptor = open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o644)
    guard descriptor >= 0 else { throw SystemError() }
    let bytes = Array(text.utf8)
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      rest = rest.dropFirst(count)
    }
    var code = rest.isEmpty ? 0 : errno
    close(descriptor)
    if code == 0, rename(part, path) != 0 { code = errno }
    guard code != 0 else { return }
    unlink(part)
    throw SystemError(code)
  }

  /// The file's text, as far as `mostBytes`; empty if it cannot be read.
  static func text(of path: String, mostBytes: Int = 1 << 20) -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return "" }
    defer { close(descriptor) }
    guard FileStatus(of: descriptor)?.isRegular == true else { return "" }
    var text: [UInt8] = []
    while text.count < mostBytes {
      let size = text.count
      text += [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
        count = max(0, read(descriptor, buffer.baseAddress, buffer.count))
      }
      if text.count == size { break }
    }
    return String(decoding: text.prefix(mostBytes), as: UTF8.self)
  }
}
