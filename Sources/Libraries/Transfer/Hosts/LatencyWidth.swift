/// How many transfers at once a host's distance calls for, by Little's law: as many as it answers in the time of one
/// answer, at the rate at which this machine can take them.
///
/// The shortest recent answer counts: longer ones have waited at the server, which more transfers would prolong.
/// Pure.
struct LatencyWidth: Sendable {
  /// The width for a near host; more would only queue at the server.
  static let least = 10
  /// Answers after which a shorter one is forgotten: a route may change.
  private static let window = 64

  /// Answers a second that this machine can take.
  let rate: Double
  private var shortest: Duration?
  private var shortestBefore: Duration?
  private var answers = 0

  init(rate: Double) { self.rate = rate }

  /// - Parameter latency: From a request to the first byte of its answer.
  mutating func note(_ latency: Duration) {
    guard latency > .zero else { return }
    if answers == Self.window { (shortestBefore, shortest, answers) = (shortest, nil, 0) }
    answers += 1
    shortest = min(latency, shortest ?? latency)
  }

  /// The number of transfers, at most `most`.
  func width(atMost most: Int) -> Int {
    let known = [shortest, shortestBefore].compactMap(\.self).min()
    let seconds = (known ?? .zero) / .seconds(1)
    return min(max(Self.least, Int((rate * min(seconds, 1000)).rounded(.up))), most)
  }
}
