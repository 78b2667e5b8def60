import Locking

/// Counts how many pieces of work run at once.
public final class ConcurrencyGauge: Sendable {
  private struct State {
    var current = 0
    var peak = 0
    var total = 0
  }

  private let state = Locked(State())

  /// A gauge with counts of zero.
  public init() {}

  /// Number of pieces that run now.
  public var current: Int { state.withLock { $0.current } }
  /// The most pieces that ran at once so far.
  public var peak: Int { state.withLock { $0.peak } }
  /// Number of pieces that started so far.
  public var total: Int { state.withLock { $0.total } }

  /// Counts `body` while it runs.
  public func measure<Output>(_ body: () async throws -> Output) async rethrows -> Output {
    enter()
    defer { leave() }
    return try await body()
  }

  /// Counts the start of a piece of work.
  public func enter() {
    state.withLock { state in
      state.current += 1
      state.total += 1
      state.peak = max(state.peak, state.current)
    }
  }

  /// Counts the end of a piece of work.
  public func leave() {
    state.withLock { $0.current -= 1 }
  }
}
