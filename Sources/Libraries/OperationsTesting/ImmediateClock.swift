import Locking

/// A clock on which every wait ends at once, and which records the waits.
///
/// For tests of waiting times during which nothing else happens: a back-off, a delay.
public final class ImmediateClock: Clock {
  /// A point in time, relative to the clock's creation.
  public typealias Instant = ManualClock.Instant

  private let state = Locked((now: Instant(offset: .zero), waits: [Duration]()))
  private let onWait: @Sendable (Duration) async -> Void

  /// A clock at zero; calls `onWait` at each wait, in the waiting task.
  public init(onWait: @escaping @Sendable (Duration) async -> Void = { _ in }) {
    self.onWait = onWait
  }

  /// The sum of the waits so far.
  public var now: Instant { state.withLock { $0.now } }
  /// Zero: waits of any length are recorded.
  public var minimumResolution: Duration { .zero }
  /// The waits so far, in order.
  public var waits: [Duration] { state.withLock { $0.waits } }

  /// Moves the clock to `deadline` and returns. Throws `CancellationError` if the task is already
  /// cancelled.
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
