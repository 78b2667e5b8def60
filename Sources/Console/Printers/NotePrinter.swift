import MirrorCore

/// Writes notes and retries, a line each, for a command that shows no other progress.
package final class NotePrinter: MirrorDelegate {
  private let output: Output

  /// - Parameter output: standard error.
  package init(_ output: Output) { self.output = output }

  package func mirror(didEmit event: MirrorEvent) {
    switch event {
    case .retrying, .noted: output.write(lines: EventLine.lines(for: event))
    case .started, .listed, .progressed, .ended, .finished: break
    }
  }
}
