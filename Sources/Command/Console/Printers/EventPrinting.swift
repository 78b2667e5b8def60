import Foundation
import MirrorCore

/// A way to show events. Calls come one at a time, in order.
protocol EventPrinting: Sendable {
  /// Shows an event that happens now.
  func show(_ event: MirrorEvent)
  /// Erases what is temporary; nothing is shown afterwards. Can be called early, from any thread, and more
  /// than once.
  func close()
}

/// Writes a line for each photo that was fetched or failed, for logs and terminals without cursor movement.
struct LinePrinter: EventPrinting {
  let output: Output

  func show(_ event: MirrorEvent) {
    output.write(wrapping: EventLine.lines(for: event))
  }

  func close() {}
}

/// An object for each event, a line each, for programs. The keys are in ``EventObject/reference``.
struct JSONPrinter: EventPrinting {
  let output: Output
  /// The wall clock, for `time`.
  let now: @Sendable () -> Date

  func show(_ event: MirrorEvent) {
    output.write(lines: [EventObject(event, at: now()).line])
  }

  func close() {}
}

/// Shows nothing.
struct QuietPrinter: EventPrinting {
  func show(_ event: MirrorEvent) {}
  func close() {}
}

/// Writes notes and retries, a line each, for a command that shows no other progress.
package final class NotePrinter: MirrorDelegate {
  private let output: Output
  private let showsFailures: Bool

  /// - Parameter output: standard error.
  package init(_ output: Output, showsFailures: Bool = false) {
    (self.output, self.showsFailures) = (output, showsFailures)
  }

  package func mirror(didEmit event: MirrorEvent) {
    switch event {
    case .retrying, .noted: output.write(wrapping: EventLine.lines(for: event))
    case .ended(_, .failed) where showsFailures: output.write(lines: EventLine.lines(for: event))
    case .started, .listed, .progressed, .ended, .detailed, .finished: break
    }
  }
}
