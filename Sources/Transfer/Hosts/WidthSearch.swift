/// How many transfers at once a host is given: as many as bring more, and no more than are allowed.
///
/// Hill climbing. At first the width is doubled as long as that brings clearly more (slow start,
/// RFC 5681); then, from time to time, a neighbouring width is tried for a window, and kept if it is
/// wider and brings more, or narrower and brings no less. When a request is put off or fails, the
/// width is halved and grows back one by one; after a push-back to one less than what was too many.
///
/// Pure: clock and transfers are handed in. Transfers that began before the width last changed say
/// nothing, and neither do those that ran while the width was not used.
struct WidthSearch: Sendable {
  typealias Instant = SuspendingClock.Instant

  enum Phase {
    /// Nothing is known yet.
    case starting
    /// Doubling, from a width and what was seen there.
    case growing(from: Int, WidthEvidence)
    /// After a step back: grows with the answers, up to a width that was good.
    case recovering(to: Int)
    /// For so many windows, until a neighbour is tried; and what was seen when that began.
    case holding(windows: Int, WidthEvidence?)
    /// A neighbour of the width that is kept, and what was seen there.
    case trying(from: Int, WidthEvidence)
  }

  /// A window that is shorter is the machine's own noise: it says nothing against growth, and
  /// otherwise goes on.
  static let shortest = Duration.milliseconds(250)
  /// Windows between two tries, at most.
  static let longestHold = 16

  /// How many are allowed.
  let most: Int
  /// How many transfers the host may have at once.
  private(set) var width: Int
  /// The last width that was found to be right; nil: none yet.
  private(set) var settled: Int?
  var phase = Phase.starting
  /// What was not too much when requests were put off.
  var ceiling: Int
  /// Windows until the next try.
  var patience = 4
  /// Which neighbour is tried next.
  var looksWider = false
  private var evidence = WidthEvidence()
  private var changedAt: Instant?
  private var steppedBackAt: Instant?
  /// Answers since the width last changed, after a step back.
  private var credit = 0

  init(most: Int) {
    self.most = max(1, most)
    ceiling = self.most
    width = Self.first(of: most)
  }

  /// The width to begin with where so many are allowed: half of them, so that a far server costs
  /// little until it has all.
  static func first(of most: Int) -> Int { min(max(4, most / 2), max(1, most)) }

  /// Takes note of a transfer that was answered.
  mutating func note(_ transfer: WidthEvidence.Transfer, began: Instant, now: Instant) {
    let isStale = changedAt.map { began < $0 } ?? false
    guard !isStale, 4 * transfer.running >= 3 * width else { return }
    if case .recovering(let target) = phase { return recover(to: target, now: now) }
    evidence.add(transfer, began: began)
    let isShort = evidence.beganAt.map { now - $0 < Self.shortest } ?? true
    guard evidence.count >= windowLength, isGrowing || !isShort else { return }
    let window = evidence
    evidence = WidthEvidence()
    judge(window, isShort: isShort, now: now)
  }

  /// Takes note of a transfer that was put off, or failed. Those that fail together count once.
  mutating func stepBack(isPutOff: Bool, began: Instant, now: Instant) {
    guard steppedBackAt.map({ began >= $0 }) ?? true else { return }
    steppedBackAt = now
    var target = width
    if isPutOff {
      ceiling = max(1, width - 1)
      (target, patience, looksWider) = (ceiling, Self.longestHold, true)
    } else if case .recovering(let earlier) = phase {
      target = earlier
    }
    set(max(1, width / 2), now: now)
    if width < target { phase = .recovering(to: target) } else { settle(nil) }
  }

  mutating func set(_ width: Int, now: Instant) {
    (self.width, credit, evidence, changedAt) = (width, 0, WidthEvidence(), now)
  }

  /// The width is right: a try or a push-back says so.
  mutating func settle(_ evidence: WidthEvidence?) {
    settled = width
    hold(evidence)
  }

  /// Until the next try.
  mutating func hold(_ evidence: WidthEvidence?) {
    phase = .holding(windows: patience, evidence)
  }

  private mutating func recover(to target: Int, now: Instant) {
    credit += 1
    guard credit >= width else { return }
    set(width + 1, now: now)
    if width >= target { settle(nil) }
  }

  /// Transfers: few while each step is a doubling, whose gain is easily seen.
  private var windowLength: Int { isGrowing ? 2 * width : max(64, 3 * width) }

  private var isGrowing: Bool {
    switch phase {
    case .starting, .growing: true
    case .recovering, .holding, .trying: false
    }
  }
}
