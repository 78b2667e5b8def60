import MirrorCore
import Mirroring

/// Shows nothing.
struct QuietPrinter: EventPrinting {
  func show(_ event: MirrorEvent) {}
  func close() {}
}
