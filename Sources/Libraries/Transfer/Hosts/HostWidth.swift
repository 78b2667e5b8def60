/// How many transfers a host gets at once: additive increase and multiplicative decrease, like
/// TCP's congestion window (RFC 5681).
///
/// Starts at half of the allowed number, or at the number for a near host where it follows the latency, and grows by
/// one with each answer. After the first failure or push-back it grows by one for each `width` answers. A failure or a
/// push-back (429, 503) halves it. A push-back also limits it to one less than the refused width; the limit rises by one
/// after `answersBeforeRetry` answers. Where the number follows the latency, it is limited to what
/// that calls for (`LatencyWidth`).
///
/// Pure: the clock is passed in. Transfers that began before the last decrease cause no other, so
/// that transfers which fail together count once.
struct HostWidth: Sendable {
  typealias Instant = SuspendingClock.Instant

  /// Answers at the limit after which one more transfer is tried: a refused request costs a pause.
  static let answersBeforeRetry = 1000

  /// The allowed number.
  private let most: Int
  /// How many transfers the host may have at once: 1 to `most`.
  private(set) var width: Int
  /// One less than the width at which the host last pushed back, or `most`.
  private var limit: Int
  /// Since the width last changed.
  private var answers = 0
  private var decreasedAt: Instant?
  /// Nil if the number does not depend on it.
  private var latency: LatencyWidth?

  /// - Parameter rate: That of ``LatencyWidth``; nil: the latency does not count.
  init(most: Int, rate: Double? = nil) {
    self.most = max(1, most)
    limit = self.most
    latency = rate.map { LatencyWidth(rate: $0) }
    width = Self.first(of: most, followsLatency: rate != nil)
  }

  /// The width to start with if `most` are allowed.
  static func first(of most: Int, followsLatency: Bool = false) -> Int {
    min(followsLatency ? LatencyWidth.least : max(4, most / 2), max(1, most))
  }

  /// Whether no transfer failed, and the host pushed none back.
  var hasOnlyGrown: Bool { decreasedAt == nil }

  /// A response began this long after its request.
  mutating func note(latency time: Duration) {
    latency?.note(time)
    width = min(width, wanted)
  }

  private var wanted: Int { latency?.width(atMost: most) ?? most }

  /// A transfer was answered to its end.
  mutating func increase(began: Instant) {
    if let decreasedAt, began < decreasedAt { return }
    answers += 1
    if width == limit, limit < most, answers >= Self.answersBeforeRetry { limit += 1 }
    guard width < min(limit, wanted), decreasedAt == nil || answers >= width else { return }
    (width, answers) = (width + 1, 0)
  }

  /// A transfer failed, or the host pushed it back.
  mutating func decrease(isPushBack: Bool, began: Instant, now: Instant) {
    if let decreasedAt, began < decreasedAt { return }
    if isPushBack { limit = max(1, width - 1) }
    (width, answers, decreasedAt) = (max(1, width / 2), 0, now)
  }
}
