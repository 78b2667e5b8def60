import Locking

/// Lends the slots of a node's work that takes long, until the work ends.
///
/// One task waits for all of them. Most work ends before, and a task for each would cost a photo of a mirror 0.1 ms of
/// CPU time.
final class SlotLoan: Sendable {
  private struct State {
    var next = 0
    /// By the number of running work: when its slot is lent.
    var held: [Int: Duration] = [:]
    var lent: Set<Int> = []
    var isWaiting = false
  }

  private let time: Duration
  private let clock: any Clock<Duration>
  private let slots: Slots
  /// The time of the clock.
  private let elapsed: @Sendable () -> Duration
  private let state = Locked(State())

  /// - Parameter time: From the start of the work until its slot is lent.
  init(of slots: Slots, after time: Duration, clock: any Clock<Duration>) {
    (self.slots, self.time, self.clock) = (slots, time, clock)
    elapsed = Self.stopwatch(clock)
  }

  private static func stopwatch<C: Clock<Duration>>(_ clock: C) -> @Sendable () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }

  /// Runs `body` with a slot, which is held before and after, however it ends.
  nonisolated(nonsending) func run<Output: Sendable>(
    _ body: () async throws -> Output
  ) async throws -> Output {
    let number = begin()
    let result: Output
    do {
      result = try await body()
    } catch {
      // Whoever reports the error holds no slot for long: it does not wait for one.
      if end(number) { slots.overdraw() }
      throw error
    }
    guard end(number) else { return result }
    do {
      try await slots.take()
    } catch {
      slots.overdraw()
      throw error
    }
    return result
  }

  /// - Returns: The number of the work, for ``end(_:)``.
  private func begin() -> Int {
    let due = elapsed() + time
    let (number, isFirst) = state.withLock { state in
      defer {
        state.held[state.next] = due
        state.next += 1
        state.isWaiting = true
      }
      return (state.next, !state.isWaiting)
    }
    if isFirst { Task { await wait() } }
    return number
  }

  /// Whether the slot was lent.
  private func end(_ number: Int) -> Bool {
    state.withLock { state in
      state.held[number] = nil
      return state.lent.remove(number) != nil
    }
  }

  /// Ends at the first deadline at which no work holds a slot.
  private func wait() async {
    while let time = lend() { try? await clock.sleep(for: time) }
  }

  /// Lends the slots that are due.
  /// - Returns: The time until the next slot is lent; nil if none is held.
  private func lend() -> Duration? {
    let now = elapsed()
    let (count, next) = state.withLock { state in
      let due = state.held.filter { $0.value <= now }.keys
      for number in due { state.held[number] = nil }
      state.lent.formUnion(due)
      let next = state.held.values.min()
      state.isWaiting = next != nil
      return (due.count, next)
    }
    for _ in 0..<count { slots.release() }
    return next.map { $0 - now }
  }
}
