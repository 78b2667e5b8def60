/// How many transfers at once a host is given: additive increase and multiplicative decrease, as
/// TCP's congestion window (RFC 5681).
///
/// Starts at half of what is allowed and grows by one with each answer. After the first failure or push-back
/// it grows by one each time that all transfers of the present width were answered. A failure or a
/// push-back (429, 503) halves it; a push-back also limits it to one less than what was refused, until
/// that many more answers came that another try is cheap.
///
/// Pure: the clock is handed in. A transfer that began before the last decrease causes no other, so
/// that transfers which fail together count once.
struct HostWidth: Sendable {
  typealias Instant = SuspendingClock.Instant

  /// Answers at the limit after which one more is tried: a refused request costs a pause.
  static let answersBeforeRetry = 1000

  /// How many are allowed.
  private let most: Int
  /// How many transfers the host may have at once: 1 to `most`.
  private(set) var width: Int
  /// One less than the width at which the host last pushed back, or `most`.
  private var limit: Int
  /// Since the width last changed.
  private var answers = 0
  private var decreasedAt: Instant?

  init(most: Int) {
    self.most = max(1, most)
    limit = self.most
    width = Self.first(of: most)
  }

  /// The width to start with if `most` are allowed.
  static func first(of most: Int) -> Int { min(max(4, most / 2), max(1, most)) }

  /// A transfer was answered to its end.
  mutating func increase(began: Instant) {
    if let decreasedAt, began < decreasedAt { return }
    answers += 1
    if width == limit, limit < most, answers >= Self.answersBeforeRetry { limit += 1 }
    guard width < limit, decreasedAt == nil || answers >= width else { return }
    (width, answers) = (width + 1, 0)
  }

  /// A transfer failed, or the host pushed it back.
  mutating func decrease(isPushBack: Bool, began: Instant, now: Instant) {
    if let decreasedAt, began < decreasedAt { return }
    if isPushBack { limit = max(1, width - 1) }
    (width, answers, decreasedAt) = (max(1, width / 2), 0, now)
  }
}
