import Foundation
import MirrorCore

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
