import MirrorCore

/// Writes a line for each photo that was fetched or failed, for logs and terminals without cursor movement.
struct LinePrinter: EventPrinting {
  let output: Output

  func show(_ event: MirrorEvent) {
    output.write(lines: EventLine.lines(for: event))
  }

  func close() {}
}
