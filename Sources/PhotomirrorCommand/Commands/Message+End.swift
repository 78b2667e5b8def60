import Console
import Glibc

extension Message {
  /// Ends the process at once, with a last message on standard error, where work cannot be ended in
  /// order. Everything on disk is such that a kill costs nothing that is done.
  static func end(_ status: ExitStatus, _ text: String, hints: [String] = []) -> Never {
    Output.error.writeNow(lines: Message(.error, text, hints: hints).lines)
    _exit(status.rawValue)
  }
}
