import Foundation
import Locking
import SystemCalls

/// A file that lines with their time are appended to. It is opened for each group of lines, so that a program may
/// rename it and start another at any time (logrotate(8)).
package final class LogFile: LineSink {
  private let path: String
  private let now: @Sendable () -> Date
  private let failure = Locked<String?>(nil)

  /// - Parameter path: The file, which is made if it is missing; its folder must exist.
  package init(path: String, now: @escaping @Sendable () -> Date = { Date() }) {
    (self.path, self.now) = (path, now)
  }

  /// Why lines could not be written; nil if all were.
  package var fault: String? { failure.withLock(\.self) }

  /// Lines of other programs may come in between, but never within one.
  package func write(lines: [String]) {
    guard !lines.isEmpty else { return }
    // A folder may come from somebody else, who could append to any file of the user by a link.
    let descriptor = open(
      path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW, 0o644)
    guard descriptor >= 0 else {
      return note(errno == ELOOP ? "it is a link" : SystemError().reason)
    }
    defer { close(descriptor) }
    guard let status = FileStatus(of: descriptor), status.isRegular else {
      return note("it is not a regular file")
    }
    guard status.linkCount <= 1 else { return note("it has a second name (a hard link)") }
    let time = now().formatted(.iso8601)
    let output = Output(descriptor: descriptor)
    output.write(lines: lines.map { "\(time) \($0)" })
    if let reason = output.failure { note(reason) }
  }

  private func note(_ reason: String) { failure.withLock { $0 = $0 ?? reason } }
}

/// What lines can be written to.
package protocol LineSink: AnyObject, Sendable {
  /// Writes lines that are safe to show, each without its line break. Any thread; may block.
  func write(lines: [String])
}

extension Output: LineSink {}
