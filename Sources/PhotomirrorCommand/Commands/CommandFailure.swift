import Console
import MirrorCore
import Mirroring

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
      case .directory: .directoryFailed
      }
    (self.status, message) = (status, error.report)
  }
}
