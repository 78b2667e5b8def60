import Locking

/// What single files' hosts allow, as the files' listings say; learnt while the engine runs. Any thread.
package final class HostTerms: Sendable {
  private struct State {
    /// By host and port.
    var rules: [String: HostRule] = [:]
    /// Hosts whose rules the engine has not applied yet.
    var changed: Set<String> = []
  }

  /// Host names come from strangers. More hosts are known again by their next files.
  private static let mostHosts = 10_000
  private let state = Locked(State())

  package init() {}

  /// Limits the host of an address, and no other. Of several limits the strictest holds.
  package func note(width: Int?, bytesPerSecond: Int?, of address: String) {
    guard let host = (try? Address(address))?.host else { return }
    state.withLock { state in
      if state.rules[host] == nil, state.rules.count >= Self.mostHosts { state.rules = [:] }
      var rule = state.rules[host] ?? HostRule(host: host)
      rule.width = [rule.width, width].compactMap(\.self).min()
      rule.bytesPerSecond = [rule.bytesPerSecond, bytesPerSecond].compactMap(\.self).min()
      guard rule != state.rules[host] else { return }
      state.rules[host] = rule
      state.changed.insert(host)
    }
  }

  /// - Parameter host: With its port.
  func rule(of host: String) -> HostRule? { state.withLock { $0.rules[host] } }

  /// Hosts whose rules have changed since the last call.
  func takeChanged() -> Set<String> {
    state.withLock { state in
      defer { state.changed = [] }
      return state.changed
    }
  }
}
