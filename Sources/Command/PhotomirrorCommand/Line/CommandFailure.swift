import Console
import Foundation
import MirrorCore
import SystemCalls

/// Why a command ends early: a message, and the exit status.
struct CommandFailure: Error {
  let status: ExitStatus
  let message: Message

  init(_ status: ExitStatus, _ text: String, hints: [String] = []) {
    self.status = status
    message = Message(.error, text, hints: hints)
  }

  init(_ error: MirrorError) {
    let status: ExitStatus =
      switch error {
      case .source: .sourceFailed
      case .directory(_, .filesGone), .directory(_, .catalogGone): .tooManyGone
      case .directory: .directoryFailed
      }
    (self.status, message) = (status, error.report)
  }

  /// What the user reads of an error of a command.
  /// - Parameter subject: What a mistake in options is about; another message names its own.
  init(of error: any Error, about subject: String? = nil) {
    let prefix = subject.map { "\($0): " } ?? ""
    switch error {
    case let failure as CommandFailure: self = failure
    case let error as MirrorError: self.init(error)
    case let error as UsageError:
      self.init(.usage, prefix + error.text, hints: error.hints)
    default: self.init(.sourceFailed, "\(prefix)\(error)")
    }
  }

  /// Writes the message.
  func report() -> ExitStatus {
    message.write()
    return status
  }

  /// The same with another hint.
  func with(hint: String) -> CommandFailure {
    CommandFailure(status, message.text, hints: message.hints + [hint])
  }
}

extension Message {
  /// Exits at once with a message on standard error, if work cannot be stopped in order. A kill loses nothing
  /// that is done.
  static func end(_ status: ExitStatus, _ text: String, hints: [String] = []) -> Never {
    Output.error.writeNow(lines: Message(.error, text, hints: hints).lines)
    _exit(status.rawValue)
  }
}

extension Error {
  /// The system's message for the underlying errno, if there is one.
  var systemReason: String {
    let cause = (self as NSError).userInfo[NSUnderlyingErrorKey] as? POSIXError
    return cause.map { SystemError($0.code.rawValue).reason } ?? localizedDescription
  }
}
