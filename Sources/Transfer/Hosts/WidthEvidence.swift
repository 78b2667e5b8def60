/// What transfers at one width cost, to tell whether another width gave more.
///
/// Goodput is how many ran divided by what one costs (Little's law), so that gaps and pauses between
/// transfers need no account. Answers and bytes have a price each, seconds until the first byte and
/// seconds for the bytes, and windows are compared as index numbers are: what one took is set against
/// what the same answers and bytes cost at the other's prices. So it matters little that photos
/// differ in size a hundredfold, and tiny files count as answers.
struct WidthEvidence: Sendable {
  /// One transfer that was answered to its end.
  struct Transfer: Sendable {
    var bytes: Int64
    /// Seconds until the response's first byte.
    var waiting: Double
    /// Seconds from there to the end.
    var receiving: Double
    /// How many ran when it ended, itself included.
    var running: Int
    /// Whether others waited for their turn.
    var isCrowded: Bool
  }

  private(set) var count = 0
  /// From the first transfer's begin on; nil: there is none.
  private(set) var beganAt: SuspendingClock.Instant?
  private var bytes = 0.0
  private var waiting = 0.0
  private var receiving = 0.0
  private var running = 0
  private var crowded = 0

  mutating func add(_ transfer: Transfer, began: SuspendingClock.Instant) {
    count += 1
    beganAt = min(began, beganAt ?? began)
    bytes += Double(transfer.bytes)
    waiting += max(0, transfer.waiting)
    receiving += max(0, transfer.receiving)
    running += transfer.running
    crowded += transfer.isCrowded ? 1 : 0
  }

  /// Whether more could have run, had they been let.
  var isCrowded: Bool { 2 * crowded >= count }

  /// How many ran on average.
  var concurrency: Double { Double(running) / Double(max(count, 1)) }

  /// The goodput here as a multiple of the other's.
  func gain(over other: Self) -> Double {
    let slowdown = (cost(atPricesOf: other) / other.cost(atPricesOf: self)).squareRoot()
    guard slowdown.isFinite, slowdown > 0 else { return concurrency / other.concurrency }
    return concurrency / other.concurrency / slowdown
  }

  /// What was done here took so many times what it would have taken there.
  private func cost(atPricesOf other: Self) -> Double {
    let there =
      Double(count) * other.waiting / Double(other.count)
      + (other.bytes > 0 ? bytes * other.receiving / other.bytes : 0)
    return (waiting + receiving) / there
  }
}
