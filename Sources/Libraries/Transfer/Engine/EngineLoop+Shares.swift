/// The limits of hosts that this process shares with others.
extension EngineLoop {
  /// Longer than between two changes, which come every few seconds.
  private static let exclusion = Duration.seconds(10)

  /// Applies what other processes say of hosts.
  func applyShares() {
    guard let change = configuration.shares?.change(since: shareNumber) else { return }
    shareNumber = change.number
    for (host, until) in change.pauses { lanes.close(host, until: until) }
    for host in Array(lanes.lanes.keys) where configuration.isShared(host) {
      lanes.setWidth(limited(health[host]?.width ?? .max, of: host), for: host)
      exclude(host)
    }
    if let rate = configuration.maximumRate { throttle?.setRate(rate / change.workers) }
  }

  /// Applies what the listings of files say of their hosts to those that are asked already.
  func applyTerms() {
    for host in configuration.terms?.takeChanged() ?? [] where lanes.lanes[host] != nil {
      lanes.setWidth(limited(health[host]?.width ?? .max, of: host), for: host)
    }
  }

  /// Starts no transfer to a host of which other processes have the whole width.
  func exclude(_ host: String) {
    guard configuration.width(of: host) == 0 else { return }
    lanes.close(host, until: .now + Self.exclusion)
  }

  /// The width that a host's health gives it, as far as this process may use it.
  func limited(_ width: Int, of host: String) -> Int { min(width, configuration.width(of: host)) }
}
