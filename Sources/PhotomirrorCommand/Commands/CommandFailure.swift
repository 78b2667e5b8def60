import Console
import MirrorCore
import Mirroring

/// What ends a command before its work: a message, and the exit code.
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
    self.init(status, error.message, hints: error.hint.map { [$0] } ?? [])
  }
}
