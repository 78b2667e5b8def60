/// Lanes that are closed for a while, of another width than others, or emptied.
extension Lanes {
  /// Takes all jobs that wait for a host out, each kind in its order.
  mutating func removeAll(host: String) -> [Job] {
    guard let lane = lanes[host] else { return [] }
    var removed: [Job] = []
    for kind in [\Lane.calls, \Lane.files] {
      while let job = lane[keyPath: kind].waiting.popFirst() {
        if take(job) { removed.append(job) }
      }
    }
    forget(lane)
    return removed
  }

  /// Takes all waiting jobs out, in no order of hosts.
  mutating func removeAll() -> [Job] {
    lanes.keys.sorted().flatMap { removeAll(host: $0) }
  }

  /// Starts nothing to a host before `until`, or before what was said earlier, if that is later.
  mutating func close(_ host: String, until: Instant) {
    let lane = lane(host)
    lane.closedUntil = max(until, lane.closedUntil ?? until)
    nextOpening = min(until, nextOpening ?? until)
  }

  /// Opens the lanes whose time has come.
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

  /// How many jobs a host may have at once from now on; nil: as many as any.
  mutating func setWidth(_ width: Int?, for host: String) {
    let lane = lane(host)
    lane.width = width.map { max(1, $0) }
    offer(lane)
    forget(lane)
  }
}
