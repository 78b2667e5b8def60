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

  /// The estimate at `time` is `target`; nil if there is none, which changes nothing.
  package mutating func note(_ target: Double?, at time: Duration) {
    guard let value = value(toward: target, at: time) else { return }
    if last == nil { begin = time }
    last = (value, max(time, last?.time ?? time))
  }

  /// What is shown at `time` if the estimate is `target` then; nil if there is none.
  package func value(toward target: Double?, at time: Duration) -> Double? {
    guard let target else { return nil }
    guard let last, last.time > begin || time > begin else { return target }
    let passed = max(0, (time - last.time).seconds)
    let own = max(0, last.value + drift * passed)
    let pace = max(0.001, min(constant, (max(time, last.time) - begin).seconds / 2))
    return own + (target - own) * (1 - exp(-passed / pace))
  }
}
