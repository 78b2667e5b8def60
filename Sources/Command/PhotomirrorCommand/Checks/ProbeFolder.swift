import Glibc
import SystemCalls

/// A new folder in another one, for test files.
struct ProbeFolder {
  private let path: String

  /// Nil with `errno` set if it cannot be made.
  init?(in folder: String) {
    var template = Array("\(folder)/.photomirror-doctor-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { return nil }
    path = String(cString: made)
  }

  func remove() {
    guard let names = LinkFree.names(in: LinkFree.root(path)) else { return }
    for name in names { unlink("\(path)/\(name)") }
    rmdir(path)
  }

  /// Bytes that a user without privileges can still write; nil if unknown.
  var freeBytes: Int64? { FreeSpace(at: path)?.bytes }

  /// Whether a new file with this name can be made, and no other file has it.
  func makes(_ name: String) -> Bool {
    let descriptor = open("\(path)/\(name)", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return false }
    close(descriptor)
    return true
  }

  func linksHard() -> Bool { makes("hard") && link("\(path)/hard", "\(path)/hard2") == 0 }
  func linksSymbolic() -> Bool { symlink("hard", "\(path)/symbolic") == 0 }

  /// Milliseconds to write and sync a file, the median of five; nil with `errno` set if it fails.
  func syncTime() -> Int? {
    let bytes = [UInt8](repeating: 7, count: 4096)
    var times: [Int] = []
    for number in 0..<5 {
      let descriptor = open("\(path)/sync\(number)", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { return nil }
      defer { close(descriptor) }
      let begin = ContinuousClock.now
      guard write(descriptor, bytes, bytes.count) == bytes.count, fsync(descriptor) == 0 else {
        return nil
      }
      times.append(Int(begin.duration(to: .now) / .milliseconds(1)))
    }
    return times.sorted()[2]
  }
}
