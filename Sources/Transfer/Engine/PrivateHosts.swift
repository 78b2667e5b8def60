/// Which hosts may be on this machine or in a private network. Belongs to the engine's thread.
final class PrivateHosts {
  private var named: Set<String>?

  /// - Parameter named: in lower case, without a port; nil: every host may.
  init(_ named: Set<String>?) { self.named = named }

  /// Whether a connection to the address that a host's name leads to may be made.
  func permit(_ target: NetworkAddress, for host: String) -> Bool {
    target.isPublic || named?.contains(host) ?? true
  }

  /// Takes note of where a host has answered. One that does so in public is no private one, though the
  /// user named it: whoever owns the name may have it lead inside next.
  func note(answerOf host: String, from peer: @autoclosure () -> NetworkAddress?) {
    guard named?.contains(host) ?? false, peer()?.isPublic ?? false else { return }
    named?.remove(host)
  }
}
