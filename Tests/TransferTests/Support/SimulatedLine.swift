import Foundation

@testable import Transfer

/// A server at the end of a line, simulated event by event: each request waits for a while, then its
/// bytes share the line with the others'. Sizes and waits are drawn from log-normal distributions,
/// the same ones for the same seed.
struct SimulatedLine {
  typealias Instant = SuspendingClock.Instant

  /// Seconds until a response begins, as the median.
  var latency: Double
  /// Bytes a second of the line.
  var rate: Double
  /// Bytes a second of one connection at most.
  var rateOfOne = Double.infinity
  /// How much less the line carries for each connection.
  var drag = 0.0
  /// By how much the rates change each half second: the deviation of their logarithm.
  var swing = 0.0
  /// Bytes of a photo, as the median; 1 in 100 has ten times as much.
  var size = 60_000.0
  /// How many the engine asks for at once, those that wait included.
  var demand = 80
  /// How many requests at once the server bears before it puts them off.
  var borne = Int.max
  var seed: UInt64 = 1

  private struct Transfer {
    let began: Double
    let head: Double
    let size: Double
    var left: Double
  }

  private let start = SuspendingClock.now
  private var time = 0.0
  private var factor = 1.0
  private var nextSwing = 0.0
  private var running: [Transfer] = []
  private(set) var pushBacks = 0

  init(latency: Double, rate: Double) { (self.latency, self.rate) = (latency, rate) }

  /// Carries out so many transfers at a width that never changes, and gives bytes a second.
  mutating func run(_ count: Int, width: Int) -> Double {
    run(count, width: { width }, note: { _, _, _ in }, putOff: { _ in })
  }

  /// Carries out so many transfers at the width that the search says; gives bytes a second and the
  /// mean of the widths.
  mutating func run(_ count: Int, _ search: inout WidthSearch) -> (rate: Double, width: Double) {
    var (sum, now) = (0, search)
    let rate = run(
      count, width: { now.width },
      note: {
        now.note($0, began: $1, now: $2)
        sum += now.width
      }, putOff: { now.stepBack(isPutOff: true, began: $0, now: $0) })
    search = now
    return (rate, Double(sum) / Double(count))
  }

  private mutating func run(
    _ count: Int, width: () -> Int, note: (WidthEvidence.Transfer, Instant, Instant) -> Void,
    putOff: (Instant) -> Void
  ) -> Double {
    let began = time
    var (left, bytes) = (count, 0.0)
    while left > 0 {
      fill(width, putOff)
      bytes += advance()
      for index in running.indices.reversed() where isDone(running[index]) {
        let transfer = running[index]
        let cost = WidthEvidence.Transfer(
          bytes: Int64(transfer.size), waiting: transfer.head - transfer.began,
          receiving: time - transfer.head, running: running.count,
          isCrowded: demand > running.count)
        note(cost, instant(transfer.began), instant(time))
        running.remove(at: index)
        left -= 1
      }
    }
    return bytes / (time - began)
  }

  private mutating func fill(_ width: () -> Int, _ putOff: (Instant) -> Void) {
    while running.count < min(width(), demand) {
      guard running.count < borne else {
        (pushBacks, time) = (pushBacks + 1, time + latency)
        return putOff(instant(time))
      }
      let bytes = size * min(max(exp(normal()), 0.1), 30)
      let head = time + latency * exp(0.3 * normal())
      running.append(Transfer(began: time, head: head, size: bytes, left: bytes))
    }
  }

  /// To the next event; gives the bytes that came until then.
  private mutating func advance() -> Double {
    if time >= nextSwing { (factor, nextSwing) = (exp(swing * normal()), time + 0.5) }
    let receiving = running.indices.filter { running[$0].head <= time }
    let connections = Double(receiving.count)
    let each = factor * min(rateOfOne, rate / (1 + drag * connections) / max(connections, 1))
    let step = running.reduce(Double.infinity) {
      min($0, $1.head > time ? $1.head - time : $1.left / each)
    }
    for index in receiving { running[index].left -= each * step }
    time += step
    return Double(receiving.count) * each * step
  }

  private func isDone(_ transfer: Transfer) -> Bool {
    transfer.head <= time && transfer.left <= 1e-6 * transfer.size
  }

  private func instant(_ seconds: Double) -> Instant { start + .seconds(seconds) }

  /// Box and Muller's, from SplitMix64.
  private mutating func normal() -> Double {
    let (radius, angle) = (uniform(), uniform())
    return (-2 * log(max(radius, 1e-12))).squareRoot() * cos(2 * .pi * angle)
  }

  private mutating func uniform() -> Double {
    seed &+= 0x9E37_79B9_7F4A_7C15
    var word = seed
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return Double((word ^ (word >> 31)) >> 11) / Double(1 << 53)
  }
}
