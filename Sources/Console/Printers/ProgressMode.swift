/// How the progress of a run is shown: the values of `--progress`.
package enum ProgressMode: String, CaseIterable, Sendable {
  /// ``live`` if standard error is a terminal with cursor movement, else ``lines``.
  case auto
  /// A view at the bottom of the terminal, redrawn ten times a second.
  case live
  /// A line for each photo that was fetched or failed, on standard error.
  case lines
  /// An object for each event, a line each, on standard output.
  case json
  /// Only failures and notes.
  case none

  /// The mode for `terminal`: never ``auto``, and ``live`` only if possible.
  package func resolved(for terminal: Terminal) -> ProgressMode {
    switch self {
    case .auto, .live: terminal.canMoveCursor ? .live : .lines
    case .lines, .json, .none: self
    }
  }
}
