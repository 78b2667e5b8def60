import MirrorCore
import Mirroring

/// Shows events one way. Calls come one at a time, in order.
protocol EventPrinting: Sendable {
  /// Shows an event that happens now.
  func show(_ event: MirrorEvent)
  /// Takes away what is only shown for now; nothing is shown afterwards. May come early, from any
  /// thread, and more than once.
  func close()
}
