/// What a window of transfers says.
extension WidthSearch {
  /// The share of what more width could bring that makes it worth having.
  private static let worth = 0.1
  /// The share that leaves no doubt.
  private static let clear = 0.5
  /// The share at which each transfer is as fast as before.
  private static let full = 0.9
  /// A neighbour is so many times as wide.
  private static let stride = 1.4
  /// A line that gives so many times more or less than before is another line.
  private static let change = 1.3
  /// A host that answers so often a second is on this machine or beside it: there is no line to
  /// share with anyone, and more at once save wake-ups.
  private static let beside = 1000.0
  /// One slow transfer must not hold up all others.
  private static let narrowest = 2

  /// Takes the next step, when a window is full.
  mutating func judge(_ window: WidthEvidence, isShort: Bool, now: Instant) {
    if window.pace > Self.beside {
      if width < ceiling { set(ceiling, now: now) }
      return hold(nil)
    }
    switch phase {
    case .starting: double(window, now: now)
    case .growing(let from, let before):
      let share = share(window, width, over: before, from)
      // A short window says nothing against growth.
      let isVague = isShort && share <= Self.clear
      judgeGrowth(window, isVague ? nil : share, from: from, before, now: now)
    case .recovering: break
    case .holding(let windows, let first):
      if let first, isOtherLine(window, first) {
        (looksWider, patience) = (window.gain(over: first) > 1, 1)
        tryNeighbour(window, now: now)
      } else if windows > 1 {
        phase = .holding(windows: windows - 1, first ?? window)
      } else {
        tryNeighbour(window, now: now)
      }
    case .trying(let from, let before):
      if isOtherLine(window, before, from: from) {
        (looksWider, patience) = (window.gain(over: before) > 1, 1)
        set(from, now: now)
        hold(nil)
      } else {
        judgeTry(window, from: from, before, now: now)
      }
    }
  }

  private mutating func judgeGrowth(
    _ window: WidthEvidence, _ share: Double?, from: Int, _ before: WidthEvidence, now: Instant
  ) {
    if share ?? 1 > Self.worth {
      (looksWider, patience) = (false, share.map { patience(after: $0) } ?? patience)
      double(window, now: now)
    } else {
      // The windows were small: the wider neighbour has its say soon.
      (looksWider, patience) = (true, 1)
      set(from, now: now)
      settle(before)
    }
  }

  private mutating func judgeTry(
    _ window: WidthEvidence, from: Int, _ before: WidthEvidence, now: Instant
  ) {
    let isWider = width > from
    let share =
      isWider ? share(window, width, over: before, from) : share(before, from, over: window, width)
    if isWider == (share > Self.worth) {
      // Wider next, also after a narrower one: what was given up has its say once more.
      (ceiling, patience, looksWider) = (max(ceiling, width), 1, true)
      if isWider, share > Self.clear { tryNeighbour(window, now: now) } else { hold(window) }
    } else {
      patience = patience(after: share)
      looksWider.toggle()
      set(from, now: now)
      settle(before)
    }
  }

  private mutating func double(_ window: WidthEvidence, now: Instant) {
    let wider = min(2 * width, ceiling)
    guard width < wider else { return settle(window) }
    guard window.isCrowded else {
      if case .starting = phase { return }
      return settle(window)
    }
    phase = .growing(from: width, window)
    set(wider, now: now)
  }

  private mutating func tryNeighbour(_ window: WidthEvidence, now: Instant) {
    let neighbours = looksWider ? [wider(window), narrower] : [narrower, wider(window)]
    guard let neighbour = neighbours.compactMap({ $0 }).first else { return settle(window) }
    phase = .trying(from: width, window)
    set(neighbour, now: now)
  }

  private func wider(_ window: WidthEvidence) -> Int? {
    guard window.isCrowded, width < most else { return nil }
    guard width < ceiling else { return width + 1 }
    return min(max(width + 1, Int((Double(width) * Self.stride).rounded())), ceiling)
  }

  private var narrower: Int? {
    guard width > Self.narrowest else { return nil }
    return max(Self.narrowest, min(width - 1, Int((Double(width) / Self.stride).rounded())))
  }

  /// Windows until the next try: the more, the clearer the answer was. A line that changes is looked
  /// at sooner in any case.
  private func patience(after share: Double) -> Int {
    if share > Self.full { return 4 * Self.longestHold }
    return share > Self.clear ? Self.longestHold : min(2 * patience, Self.longestHold)
  }

  /// Whether the goodput is more or less than before by more than a width can explain.
  private func isOtherLine(
    _ window: WidthEvidence, _ before: WidthEvidence, from: Int? = nil
  ) -> Bool {
    let gain = window.gain(over: before)
    let stretch = from.map { Double(width) / Double($0) } ?? 1
    return max(gain, 1 / gain) > Self.change * max(stretch, 1 / stretch)
  }

  /// How much of what the wider could bring it brings: 1 where each transfer is as fast as before, 0
  /// where all together are no faster.
  private func share(
    _ wide: WidthEvidence, _ wideWidth: Int, over narrow: WidthEvidence, _ narrowWidth: Int
  ) -> Double {
    (wide.gain(over: narrow) - 1) / (Double(wideWidth) / Double(narrowWidth) - 1)
  }
}
