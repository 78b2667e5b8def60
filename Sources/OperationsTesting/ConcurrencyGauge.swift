import Locking

/// Counts how many pieces of work run at once.
public final class ConcurrencyGauge: Sendable {
  private struct State {
    var current = 0
    var peak = 0
    var total = 0
  }

  private let state = Locked(State())

  /// A gauge that has counted nothing.
  public init() {}

  /// How many run now.
  public var current: Int { state.withLock { $0.current } }
  /// The most that ran at once so far.
  public var peak: Int { state.withLock { $0.peak } }
  /// How many began so far.
  public var total: Int { state.withLock { $0.total } }

  /// Counts `body` while it runs.
  public func measure<Output>(_ body: () async throws -> Output) async rethrows -> Output {
    enter()
    defer { leave() }
    return try await body()
  }

  /// A piece of work begins.
  public func enter() {
    state.withLock { state in
      state.current += 1
      state.total += 1
      state.peak = max(state.peak, state.current)
    }
  }

  /// A piece of work ends.
  public func leave() {
    state.withLock { $0.current -= 1 }
  }
}
