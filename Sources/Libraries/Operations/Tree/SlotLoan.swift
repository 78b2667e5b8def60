import Locking

/// Lends the slot of work that takes long, until the work ends.
struct SlotLoan: Sendable {
  private enum State { case held, lent, over }

  private let time: Duration
  private let clock: any Clock<Duration>

  /// - Parameter time: From the start of the work until its slot is lent.
  init(after time: Duration, clock: any Clock<Duration>) {
    (self.time, self.clock) = (time, clock)
  }

  /// Runs `body` with one of `slots`, which is held before and after, however it ends.
  nonisolated(nonsending) func run<Output: Sendable>(
    of slots: Slots, _ body: () async throws -> Output
  ) async throws -> Output {
    let state = Locked(State.held)
    let timer = Task { [time, clock] in
      guard (try? await clock.sleep(for: time)) != nil else { return }
      let isLent = state.withLock { state in
        guard state == .held else { return false }
        state = .lent
        return true
      }
      if isLent { slots.release() }
    }
    let result: Output
    do {
      defer { timer.cancel() }
      result = try await body()
    } catch {
      // Whoever reports the error holds no slot for long: it does not wait for one.
      if isLent(state) { slots.overdraw() }
      throw error
    }
    guard isLent(state) else { return result }
    do {
      try await slots.take()
    } catch {
      slots.overdraw()
      throw error
    }
    return result
  }

  /// Ends the loan; whether the slot was lent.
  private func isLent(_ state: Locked<State>) -> Bool {
    state.withLock { state in
      defer { state = .over }
      return state == .lent
    }
  }
}
