import MirrorCore
import Mirroring

/// What was decided and what is waited for, a line each, for a command that shows nothing else of its
/// work.
package final class NotePrinter: MirrorDelegate {
  private let output: Output

  /// - Parameter output: where people look.
  package init(_ output: Output) { self.output = output }

  package func mirrorWillRetry(_ retry: RetryFacts) { show(.retrying(retry)) }
  package func mirrorDidNote(_ note: NoteFacts) { show(.noted(note)) }

  private func show(_ event: MirrorEvent) { output.write(lines: EventLine.lines(for: event)) }
}
