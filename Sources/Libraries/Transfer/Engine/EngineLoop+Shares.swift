/// The limits of hosts that this process shares with others.
extension EngineLoop {
  /// How often the engine says what it wants.
  static let reportInterval = Duration.milliseconds(100)

  /// Applies what other processes say of hosts.
  func applyShares() {
    guard let change = configuration.shares?.change(since: shareNumber) else { return }
    (shareNumber, slots) = (change.number, change.slots)
    for (host, until) in change.pauses { lanes.close(host, until: until) }
    for host in Array(lanes.lanes.keys) { limitLane(host) }
    if let rate = configuration.maximumRate { throttle?.setRate(rate / change.workers) }
    nextReport = nil
  }

  /// Applies what the listings of files say of their hosts to those that are asked already.
  func applyTerms() {
    for host in configuration.terms?.takeChanged() ?? [] where lanes.lanes[host] != nil {
      lanes.setWidth(limited(health[host]?.width ?? .max, of: host), for: host)
    }
  }

  /// Sets the width of a host's lane; nothing unless the host is shared.
  func limitLane(_ host: String) {
    guard configuration.isShared(host), let lane = lanes.lanes[host] else { return }
    // A lane without jobs and without a width is forgotten.
    let isUsed = lane.running > 0 || !lane.isEmpty
    lanes.setWidth(isUsed ? limited(health[host]?.width ?? .max, of: host) : nil, for: host)
  }

  /// The width that a host's health gives it, as far as this process has slots, or terms allow it.
  func limited(_ width: Int, of host: String) -> Int {
    let isShared = configuration.isShared(host)
    return min(width, isShared ? slots[host, default: 0] : configuration.width(of: host))
  }

  /// Says what this engine wants of shared hosts, and gives back jobs that have waited in vain.
  func reportShares() {
    guard let shares = configuration.shares, nextReport.map({ $0 <= .now }) ?? true else { return }
    let now = SuspendingClock.now
    nextReport = now + Self.reportInterval
    var demands: [String: HostShares.Demand] = [:]
    for (host, lane) in lanes.lanes where configuration.isShared(host) {
      let (width, own) = (configuration.width(of: host), slots[host, default: 0])
      let waiting = lane.closedUntil == nil ? lane.waiting : 0
      let demand = HostShares.Demand(
        host: host, width: width, wanted: min(width, lane.running + waiting),
        held: max(lane.running, own))
      if demand.wanted + demand.held > 0 { demands[host] = demand }
      guard own == 0, lane.running == 0, waiting > 0 else {
        lane.starvedSince = nil
        continue
      }
      let since = lane.starvedSince ?? now
      lane.starvedSince = since
      if now - since >= configuration.slotTimeout { giveBack(host, width, shares) }
    }
    // They are given back in two steps: this engine stops to use them, and then others may.
    for (host, own) in slots where own > 0 && demands[host] == nil {
      demands[host] = HostShares.Demand(
        host: host, width: configuration.width(of: host), wanted: 0, held: own)
    }
    shares.report(demands)
  }

  private func giveBack(_ host: String, _ width: Int, _ shares: HostShares) {
    shares.noteMissed(host, width: width)
    let reason = "the host allows \(width) transfers, which other workers have now"
    for job in lanes.removeAll(host: host) { job.fail(Fault(.hostBusy, reason)) }
  }
}
