import MirrorCore

/// Passes each event to several receivers, in order.
final class Delegates: MirrorDelegate {
  private let delegates: [any MirrorDelegate]

  init(_ delegates: [any MirrorDelegate]) { self.delegates = delegates }

  func mirror(didEmit event: MirrorEvent) {
    for delegate in delegates { delegate.mirror(didEmit: event) }
  }
}
