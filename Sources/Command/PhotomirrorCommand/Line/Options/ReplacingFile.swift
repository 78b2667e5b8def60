import Console
import Glibc
import SystemCalls

/// A file that is written piece by piece, and takes its name when it is complete. Blocks.
struct ReplacingFile: Sendable {
  /// Where its content is written.
  let output: Output
  private let path: String
  private let part: String

  init(_ path: String) throws(SystemError) {
    self.path = path
    // A name that nobody can have prepared as another name of a file elsewhere.
    part = "\(path).\(String(UInt64.random(in: 0...UInt64.max), radix: 36)).part"
    let descriptor = open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o644)
    guard descriptor >= 0 else { throw SystemError() }
    output = Output(descriptor: descriptor)
  }

  /// Gives the file its name.
  func finish() throws(SystemError) {
    guard !output.isClosed, fsync(output.descriptor) == 0, rename(part, path) == 0 else {
      throw SystemError()
    }
  }

  /// Closes the file, and removes it unless it is finished; call it once, last.
  func discard() {
    close(output.descriptor)
    unlink(part)
  }
}
