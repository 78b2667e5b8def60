import Console
import Locking

/// A line on a terminal that says how far a command is; nothing elsewhere. Any thread.
final class ProgressLine: Sendable {
  private struct State {
    var screen = LiveScreen()
    var isShown = false
    var drawn: ContinuousClock.Instant?
  }

  private static let interval = Duration.milliseconds(100)

  private let terminal: Terminal
  private let state = Locked(State())

  /// - Parameter terminal: standard error.
  init(_ terminal: Terminal) { self.terminal = terminal }

  /// At most ten times a second.
  func show(_ text: @autoclosure () -> String) {
    guard terminal.canMoveCursor else { return }
    let (now, size) = (ContinuousClock.now, terminal.size)
    let frame = state.withLock { state -> String? in
      if let drawn = state.drawn, now - drawn < Self.interval { return nil }
      (state.drawn, state.isShown) = (now, true)
      return state.screen.draw([text()], notices: [], size: size)
    }
    if let frame { terminal.output.write(frame) }
  }

  /// Shows these lines instead.
  func finish(_ lines: [String]) {
    terminal.output.write(erase())
    terminal.output.write(lines: lines)
  }

  /// These lines for a forced exit.
  func finalLines(_ lines: [String]) -> [String] {
    var lines = lines
    if !lines.isEmpty { lines[0] = erase() + lines[0] }
    return lines
  }

  private func erase() -> String {
    state.withLock { state in
      defer { state.isShown = false }
      return state.isShown ? state.screen.erase(notices: [], size: terminal.size) : ""
    }
  }
}
