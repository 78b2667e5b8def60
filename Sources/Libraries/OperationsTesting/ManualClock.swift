import Locking

/// A clock that only moves when a test moves it, so that waits take no time and their order is
/// fixed.
///
/// Pass it to code that waits: `RetryPolicy(attempts: 3, clock: clock)`. Wait until the code sleeps
/// with `sleepers(_:)`, then call `advance(by:)`.
public final class ManualClock: Clock {
  /// A point in time, relative to the clock's creation.
  public struct Instant: InstantProtocol, Hashable {
    /// The time since the clock's creation.
    public var offset: Duration

    /// The instant after this duration.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    /// The time until `other`; negative if that is earlier.
    public func duration(to other: Instant) -> Duration { other.offset - offset }
    /// Whether `left` is earlier.
    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct Sleeper {
    let deadline: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = Instant(offset: .zero)
    var next = 0
    var sleepers: [Int: Sleeper] = [:]
    var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

    mutating func satisfiedWatchers() -> [CheckedContinuation<Void, Never>] {
      let count = sleepers.count
      let satisfied = watchers.filter { $0.count <= count }
      watchers.removeAll { $0.count <= count }
      return satisfied.map(\.continuation)
    }
  }

  private let state = Locked(State())

  /// A clock at zero.
  public init() {}

  /// The current instant of the clock.
  public var now: Instant { state.withLock { $0.now } }
  /// Zero: waits of any length count.
  public var minimumResolution: Duration { .zero }

  /// Sleeps until the clock reaches `deadline` or the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let ticket = state.withLock { state in
      state.next += 1
      return state.next
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        enter(ticket, Sleeper(deadline: deadline, continuation: continuation))
      }
    } onCancel: {
      let sleeper = state.withLock { $0.sleepers.removeValue(forKey: ticket) }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  /// Moves the clock and resumes the sleepers whose deadlines have passed, the earliest first.
  public func advance(by duration: Duration) {
    let woken = state.withLock { state -> [Sleeper] in
      state.now = state.now.advanced(by: duration)
      let due = state.sleepers.filter { $0.value.deadline <= state.now }
      for ticket in due.keys { state.sleepers[ticket] = nil }
      return due.sorted { ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key) }.map(\.value)
    }
    for sleeper in woken { sleeper.continuation.resume() }
  }

  /// Waits until at least `count` tasks sleep on this clock.
  public func sleepers(_ count: Int) async {
    await withCheckedContinuation { continuation in
      let ready = state.withLock { state in
        state.watchers.append((count, continuation))
        return state.satisfiedWatchers()
      }
      for watcher in ready { watcher.resume() }
    }
  }

  private func enter(_ ticket: Int, _ sleeper: Sleeper) {
    enum Answer { case sleep, wake, cancelled }
    // A cancelled task is marked before its handler runs: either the handler finds the sleeper, or
    // this finds the mark.
    let (answer, ready) = state.withLock { state -> (Answer, [CheckedContinuation<Void, Never>]) in
      guard !Task.isCancelled else { return (.cancelled, []) }
      guard sleeper.deadline > state.now else { return (.wake, []) }
      state.sleepers[ticket] = sleeper
      return (.sleep, state.satisfiedWatchers())
    }
    switch answer {
    case .sleep: for watcher in ready { watcher.resume() }
    case .wake: sleeper.continuation.resume()
    case .cancelled: sleeper.continuation.resume(throwing: CancellationError())
    }
  }
}
