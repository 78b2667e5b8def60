import MirrorCore

/// A way to show events. Calls come one at a time, in order.
protocol EventPrinting: Sendable {
  /// Shows an event that happens now.
  func show(_ event: MirrorEvent)
  /// Erases what is temporary; nothing is shown afterwards. Can be called early, from any thread, and more
  /// than once.
  func close()
}
