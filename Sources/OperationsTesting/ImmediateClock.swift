import Locking

/// A clock on which every wait is over at once, and that remembers the waits.
///
/// For tests of what waits how long, where nothing happens meanwhile: a back-off, a delay.
public final class ImmediateClock: Clock {
  /// A point in time, counted from the clock's making.
  public typealias Instant = ManualClock.Instant

  private let state = Locked((now: Instant(offset: .zero), waits: [Duration]()))
  private let onWait: @Sendable (Duration) async -> Void

  /// A clock at zero, which calls `onWait` at each wait, in the task that waits.
  public init(onWait: @escaping @Sendable (Duration) async -> Void = { _ in }) {
    self.onWait = onWait
  }

  /// The sum of the waits so far.
  public var now: Instant { state.withLock { $0.now } }
  /// Zero: every wait counts.
  public var minimumResolution: Duration { .zero }
  /// The waits so far, in their order.
  public var waits: [Duration] { state.withLock { $0.waits } }

  /// Moves the clock to `deadline` and returns. Throws `CancellationError` where the task is cancelled
  /// before.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    let wait = state.withLock { state in
      let wait = state.now.duration(to: deadline)
      state.waits.append(wait)
      state.now = max(state.now, deadline)
      return wait
    }
    await onWait(wait)
  }
}
