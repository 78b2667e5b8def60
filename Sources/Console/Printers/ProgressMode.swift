/// How the progress of a run is shown: the values of `--progress`.
package enum ProgressMode: String, CaseIterable, Sendable {
  /// ``live`` where standard error is a terminal that can move its cursor, else ``lines``.
  case auto
  /// A view at the bottom of the terminal that is drawn anew ten times a second.
  case live
  /// A line for each photo that was fetched or failed, on standard error.
  case lines
  /// An object for each event, a line each, on standard output.
  case json
  /// Nothing but what went wrong, and notes.
  case none

  /// What is really shown on `terminal`: never ``auto``, and ``live`` only where that is possible.
  package func resolved(for terminal: Terminal) -> ProgressMode {
    switch self {
    case .auto, .live: terminal.canMoveCursor ? .live : .lines
    case .lines, .json, .none: self
    }
  }
}
