/// Closing, resizing and emptying the lanes of hosts.
extension Lanes {
  /// Removes all waiting jobs of a host; those of each kind are in order.
  mutating func removeAll(host: String) -> [Item] {
    guard let lane = lanes[host] else { return [] }
    var removed: [Item] = []
    for kind in Kind.allCases {
      while let job = lane[kind].waiting.popFirst() {
        if take(job) { removed.append(job) }
      }
    }
    forget(lane)
    return removed
  }

  /// Whether a host has no job but one that runs.
  func isLast(of host: String) -> Bool {
    lanes[host].map { $0.running <= 1 && $0.isEmpty } ?? true
  }

  /// Whether no job runs or waits.
  var isEmpty: Bool { lanes.values.allSatisfy { $0.running == 0 && $0.isEmpty } }

  /// Removes all waiting jobs, in no order of hosts.
  mutating func removeAll() -> [Item] {
    lanes.keys.sorted().flatMap { removeAll(host: $0) }
  }

  /// Starts no job of a host before `until`, or before an earlier call's later time.
  mutating func close(_ host: String, until: Instant) {
    let lane = lane(host)
    lane.closedUntil = max(until, lane.closedUntil ?? until)
    nextOpening = min(until, nextOpening ?? until)
  }

  /// Opens the lanes that were closed until `now` or earlier.
  mutating func open(at now: Instant) {
    guard let nextOpening, nextOpening <= now else { return }
    for lane in lanes.values {
      guard let until = lane.closedUntil, until <= now else { continue }
      lane.closedUntil = nil
      offer(lane)
      forget(lane)
    }
    self.nextOpening = lanes.values.compactMap(\.closedUntil).min()
  }

  /// Sets how many jobs of a host run at once; nil for the common width, and 0 for none.
  mutating func setWidth(_ width: Int?, for host: String) {
    let lane = lane(host)
    lane.width = width.map { max(0, $0) }
    offer(lane)
    forget(lane)
  }
}
