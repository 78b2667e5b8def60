import Foundation

/// An estimate that people read: it approaches a new value in time, instead of jumping to it.
///
/// At first, when the estimates are poor, it follows them at once. All times must be from one clock, and a time
/// before the last one is taken as the last one.
package struct SmoothedValue: Sendable {
  /// Seconds in which it comes nearer by two thirds.
  private let constant: Double
  /// Its own change in a second: -1 for a time that is left.
  private let drift: Double
  private var last: (value: Double, time: Duration)?
  private var begin = Duration.zero

  package init(constant: Double, drift: Double = 0) {
    (self.constant, self.drift) = (constant, drift)
  }

  /// Records the estimate at `time`. Nil, for an unknown one, changes nothing.
  package mutating func note(_ target: Double?, at time: Duration) {
    guard let value = value(toward: target, at: time) else { return }
    if last == nil { begin = time }
    last = (value, max(time, last?.time ?? time))
  }

  /// The value to show at `time`, when the estimate is `target`; nil if the estimate is unknown.
  package func value(toward target: Double?, at time: Duration) -> Double? {
    guard let target else { return nil }
    guard let last, last.time > begin || time > begin else { return target }
    let passed = max(0, (time - last.time).seconds)
    let own = max(0, last.value + drift * passed)
    let pace = max(0.001, min(constant, (max(time, last.time) - begin).seconds / 2))
    return own + (target - own) * (1 - exp(-passed / pace))
  }
}
