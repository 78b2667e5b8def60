import Glibc
import SystemCalls

/// The user's key that tells the records of galleries which the user's runs wrote from forged ones: 32 random bytes in
/// `gallery.key` of the state folder, which only the user can read. All functions block.
enum GalleryKey {
  private static let length = 32

  /// Makes the key if there is none. Call before the process is restricted. A failure shows when it is read.
  static func make(in environment: [String: String]) {
    guard let path = path(environment), FileStatus(of: path) == nil else { return }
    StateFolder.make(String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.endIndex)))
    var random = SystemRandomNumberGenerator()
    let draft = "\(path).\(String(random.next() as UInt64, radix: 36))"
    let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { return }
    let bytes = (0..<length).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    let isWritten = write(file, bytes, bytes.count) == bytes.count && fsync(file) == 0
    close(file)
    // Of two processes that begin together, one makes it.
    if isWritten { link(draft, path) }
    unlink(draft)
  }

  /// Nil if there is none, or if others may have read or written it.
  static func read(in environment: [String: String]) -> [UInt8]? {
    guard let path = path(environment) else { return nil }
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_uid == geteuid(), status.st_mode & 0o077 == 0, status.st_size == length
    else { return nil }
    var bytes = [UInt8](repeating: 0, count: length)
    return Glibc.read(file, &bytes, length) == length ? bytes : nil
  }

  private static func path(_ environment: [String: String]) -> String? {
    StateFolder.path("gallery.key", environment)
  }
}
