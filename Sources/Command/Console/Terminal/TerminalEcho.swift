import CTerminal

/// What a terminal shows of typed characters. A change ends with ``restore()``, or with a signal that ends the process.
/// Nothing changes without a terminal, in the background, or while another change lasts.
package enum TerminalEcho {
  /// Does not show control characters: a typed Ctrl-C leaves no `^C` on the screen.
  package static func hideControls(of output: Output) {
    _ = change_terminal_echo(output.descriptor, terminal_echo_plain)
  }

  /// Shows nothing, for a secret.
  /// - Parameter input: The descriptor of the terminal.
  /// - Returns: Whether nothing is shown.
  package static func hideAll(of input: Int32) -> Bool {
    change_terminal_echo(input, terminal_echo_nothing)
  }

  /// Restores the terminal. Any thread; can be called more than once.
  package static func restore() { restore_terminal_echo() }
}
