import Foundation
import Locking

/// A stream that text is written to: standard output, standard error or another descriptor.
///
/// A reader that went away is quiet: the text is dropped and ``isClosed`` is true from then on, so
/// that a mirror goes on when `| head` has seen enough. Broken pipes must not kill the process for
/// that: see ``ignoreBrokenPipes()``. Writes of one call are never mixed with another's up to
/// PIPE_BUF bytes (pipe(7)); callers that share a descriptor write whole lines.
package final class Output: Sendable {
  /// Where results go.
  package static let standard = Output(descriptor: STDOUT_FILENO)
  /// Where messages and progress go.
  package static let error = Output(descriptor: STDERR_FILENO)

  /// The file descriptor; for asking what it is, not for writing.
  package let descriptor: Int32
  private let closed = Locked(false)

  /// Writes to `descriptor`, which stays open and stays the caller's.
  package init(descriptor: Int32) { self.descriptor = descriptor }

  /// Whether nobody reads any more; later writes do nothing.
  package var isClosed: Bool { closed.withLock { $0 } }

  /// Makes a write to a pipe without a reader an error of that write, for the whole process. Call
  /// once, first.
  package static func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }

  /// Writes all of `text`; blocks while the reader is slow.
  package func write(_ text: String) {
    guard !isClosed else { return }
    var text = text
    let isWhole = text.withUTF8 { write(UnsafeRawBufferPointer($0)) }
    if !isWhole { closed.withLock { $0 = true } }
  }

  /// Writes `lines`, each with a line break, at once.
  package func write(lines: [String]) {
    guard !lines.isEmpty else { return }
    write(lines.joined(separator: "\n") + "\n")
  }

  private func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let start = UnsafeRawBufferPointer(rebasing: rest).baseAddress
      let count = Foundation.write(descriptor, start, rest.count)
      if count > 0 {
        rest = rest.dropFirst(count)
        continue
      }
      switch count < 0 ? errno : EIO {
      case EINTR: continue
      case EAGAIN: waitUntilWritable()
      default: return false
      }
    }
    return true
  }

  /// A shell may hand over a descriptor that does not block.
  private func waitUntilWritable() {
    var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    _ = poll(&entry, 1, -1)
  }
}
