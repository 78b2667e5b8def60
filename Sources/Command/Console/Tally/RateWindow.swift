/// The growth of a count over the last seconds.
///
/// Samples are kept at least a fraction of the window apart, which bounds the memory. All times must be
/// from one clock.
package struct RateWindow: Sendable {
  private static let resolution = 40

  private let span: Duration
  private var samples: [(time: Duration, count: Int64)] = []

  /// A window of `span`, which is more than zero.
  package init(span: Duration) { self.span = span }

  /// The count is `count` at `time`. A time before the last one is taken as the last one.
  package mutating func note(_ count: Int64, at time: Duration) {
    let time = max(time, samples.last?.time ?? time)
    if samples.count > 1, time - samples[samples.count - 2].time < span / Self.resolution {
      samples[samples.count - 1] = (time, count)
    } else {
      samples.append((time, count))
    }
    // One sample from before the window stays, as the value at its beginning.
    while samples.count > 2, samples[1].time <= time - span { samples.removeFirst() }
  }

  /// Growth a second over the window that ends at `time`; falls without new samples. Nil before
  /// half a second has passed since the first sample.
  package func perSecond(at time: Duration) -> Double? {
    guard let first = samples.first, let last = samples.last else { return nil }
    let begin = beginning(at: time)
    let passed = (max(time, last.time) - max(first.time, time - span)).seconds
    guard passed >= 0.5 else { return nil }
    return max(0, Double(last.count) - begin) / passed
  }

  /// The count at the window's beginning, between the samples on both sides of it.
  private func beginning(at time: Duration) -> Double {
    let begin = time - span
    guard let after = samples.firstIndex(where: { $0.time > begin }) else {
      return Double(samples.last?.count ?? 0)
    }
    guard after > 0 else { return Double(samples[0].count) }
    let (left, right) = (samples[after - 1], samples[after])
    let part = (begin - left.time).seconds / (right.time - left.time).seconds
    return Double(left.count) + (Double(right.count) - Double(left.count)) * part
  }
}
