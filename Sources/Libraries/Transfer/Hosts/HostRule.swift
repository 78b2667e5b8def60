/// What a host allows, as a site's terms say; unlike ``HostWidth``, which learns from answers.
package struct HostRule: Sendable, Hashable {
  /// The host, with those below it; nil for all hosts.
  package var host: String?
  /// How many transfers at once; nil for the common number.
  package var width: Int?
  /// For all transfers of a host together; nil for no limit.
  package var bytesPerSecond: Int?

  package init(host: String?, width: Int? = nil, bytesPerSecond: Int? = nil) {
    (self.host, self.width) = (host?.lowercased(), width)
    self.bytesPerSecond = bytesPerSecond
  }

  /// - Parameter place: A host in lower case, with or without a port.
  fileprivate func holds(for place: String) -> Bool {
    guard let host else { return true }
    let name = place.prefix { $0 != ":" }
    return name == host || name.hasSuffix(".\(host)")
  }
}

extension TransferConfiguration {
  /// How many transfers a host may have at once, of all processes together that share it.
  func width(of host: String) -> Int {
    let isPaced = answerRate != nil && rules(of: host).contains { $0.bytesPerSecond != nil }
    // A host that limits the rate gains nothing by more transfers: each gets its share.
    let most = min(widthPerHost, width, isPaced ? LatencyWidth.least : .max)
    return min(most, ruleWidth(of: host) ?? most)
  }

  /// Whether the host's width is shared with other processes.
  func isShared(_ host: String) -> Bool { shares != nil && ruleWidth(of: host) != nil }

  private func ruleWidth(of host: String) -> Int? {
    rules(of: host).compactMap(\.width).min()
  }

  private func rules(of host: String) -> [HostRule] {
    rules.filter { $0.holds(for: host) } + [terms?.rule(of: host)].compactMap(\.self)
  }

  /// How many bytes a second each transfer of a host may receive, so that all together keep to the host's limit;
  /// nil for no limit.
  func rate(of host: String) -> Int? {
    let limits = rules(of: host).compactMap(\.bytesPerSecond)
    return limits.min().map { max(1, $0 / max(1, commonWidth(of: host))) }
  }

  /// How many transfers a host may have at once, of all processes together.
  private func commonWidth(of host: String) -> Int {
    guard let shares else { return width(of: host) }
    return ruleWidth(of: host) ?? width(of: host) * shares.workers
  }
}
