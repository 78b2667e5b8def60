/// The delay before the next attempt: a pure function of the attempt's number and a random number.
public struct Backoff: Sendable {
  private let ceiling: @Sendable (Int) -> Duration
  private let random: @Sendable () -> Double

  /// No wait at all.
  public static let none = Backoff(random: { 0 }, ceiling: { _ in .zero })

  /// Always the same wait.
  public static func constant(_ delay: Duration) -> Backoff {
    Backoff(random: { 1 }, ceiling: { _ in delay })
  }

  /// A random part (full jitter) of `base`, 2 `base`, 4 `base` …, each at most `cap`.
  ///
  /// `random` returns a number from 0 to 1; other values are clamped. Full jitter spreads the attempts of many
  /// clients best ("Exponential Backoff And Jitter", AWS Architecture Blog).
  public static func exponential(
    base: Duration, cap: Duration,
    random: @escaping @Sendable () -> Double = { .random(in: 0...1) }
  ) -> Backoff {
    Backoff(random: random) { attempt in
      guard base > .zero, cap > .zero else { return .zero }
      var delay = min(base, cap)
      for _ in 1..<max(attempt, 1) {
        // Compared before doubling, so that no cap can overflow.
        guard delay < cap - delay else { return cap }
        delay += delay
      }
      return delay
    }
  }

  private init(
    random: @escaping @Sendable () -> Double, ceiling: @escaping @Sendable (Int) -> Duration
  ) {
    self.random = random
    self.ceiling = ceiling
  }

  /// The wait after attempt number `attempt` (from 1) failed. Never negative.
  public func delay(after attempt: Int) -> Duration {
    let roll = random()
    let share = roll.isNaN ? 1 : min(max(roll, 0), 1)
    return max(.zero, ceiling(attempt) * share)
  }
}
