import Foundation
import Locking
import SystemCalls

/// A stream that text is written to: standard output, standard error or another descriptor.
///
/// After a write that failed the text is dropped and ``isClosed`` is true. A reader that went away is
/// no failure, so that a mirror goes on when `| head` has seen enough. Broken pipes must not kill the
/// process for that: see ``prepareStandardStreams()``. Writes of one call are never mixed with another's up to
/// PIPE_BUF bytes (pipe(7)); callers that share a descriptor write whole lines.
package final class Output: Sendable {
  /// Where results go.
  package static let standard = Output(descriptor: STDOUT_FILENO)
  /// Where messages and progress go.
  package static let error = Output(descriptor: STDERR_FILENO)

  /// The file descriptor; for asking what it is, not for writing.
  package let descriptor: Int32
  /// What the first write that failed did so for.
  private let fault = Locked<Int32?>(nil)

  /// Writes to `descriptor`, which stays open and stays the caller's.
  package init(descriptor: Int32) { self.descriptor = descriptor }

  /// Whether nothing more arrives; later writes do nothing.
  package var isClosed: Bool { fault.withLock { $0 } != nil }

  /// The system's reason why not all has arrived; nil: it has, or its reader went away.
  package var failure: String? {
    fault.withLock { $0 }.flatMap { $0 == EPIPE ? nil : SystemError($0).reason }
  }

  /// Makes a write to a pipe without a reader an error of that write, and a stream that was closed
  /// one that cannot be written to: else the next file that is opened would take its number, and what
  /// is meant for people. For the whole process; call once, first.
  package static func prepareStandardStreams() {
    signal(SIGPIPE, SIG_IGN)
    for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) < 0 {
      // The lowest free number is this one.
      _ = open("/dev/null", O_RDONLY)
    }
  }

  /// Writes all of `text`; blocks while the reader is slow.
  package func write(_ text: String) {
    guard !isClosed else { return }
    var text = text
    if let code = text.withUTF8({ write(UnsafeRawBufferPointer($0)) }) {
      fault.withLock { $0 = $0 ?? code }
    }
  }

  /// Writes `lines`, each with a line break, at once.
  package func write(lines: [String]) {
    guard !lines.isEmpty else { return }
    write(lines.joined(separator: "\n") + "\n")
  }

  /// Writes `lines` where that needs no waiting for a slow reader, and drops them else: for an end that
  /// must come at once. As far as poll(2) can tell, which is for PIPE_BUF bytes of a pipe.
  package func writeNow(lines: [String]) {
    var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    guard poll(&entry, 1, 0) > 0 else { return }
    write(lines: lines)
  }

  /// Gives what it failed for; nil: all was written.
  private func write(_ bytes: UnsafeRawBufferPointer) -> Int32? {
    var rest = bytes[...]
    while !rest.isEmpty {
      let start = UnsafeRawBufferPointer(rebasing: rest).baseAddress
      let count = Foundation.write(descriptor, start, rest.count)
      if count > 0 {
        rest = rest.dropFirst(count)
        continue
      }
      let code = count < 0 ? errno : EIO
      switch code {
      case EINTR: continue
      case EAGAIN: waitUntilWritable()
      default: return code
      }
    }
    return nil
  }

  /// A shell may hand over a descriptor that does not block.
  private func waitUntilWritable() {
    var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    _ = poll(&entry, 1, -1)
  }
}
