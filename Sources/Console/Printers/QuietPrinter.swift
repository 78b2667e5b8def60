import MirrorCore

/// Shows nothing.
struct QuietPrinter: EventPrinting {
  func show(_ event: MirrorEvent) {}
  func close() {}
}
