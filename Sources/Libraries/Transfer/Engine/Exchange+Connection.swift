import Foundation
import Redaction

/// Which connections may be made, and which used again.
extension Exchange {
  /// Through a proxy only addresses that are private literally are refused: the proxy resolves
  /// names.
  func checkProxied() throws(Fault) {
    let name = address.endpoint.name
    let isHere = name == "localhost" || name.hasSuffix(".localhost")
    let literal = NetworkAddress(isHere ? "127.0.0.1" : name.filter { !"[]".contains($0) })
    guard let literal, !privateHosts.permit(literal, for: name) else { return }
    throw .privateAddress(literal)
  }

  /// Receive buffer of a new connection; nil leaves it to the kernel.
  var receiveBuffer: Int32? { configuration.receiveBuffer }

  /// Whether the resolved address may be connected to.
  func permits(_ target: NetworkAddress) -> Bool {
    // The user chose the proxy, wherever it is.
    if proxy != nil || privateHosts.permit(target, for: address.endpoint.name) { return true }
    connectionFault = .privateAddress(target)
    return false
  }

  /// Records the socket that was opened for the request.
  func note(opened descriptor: Int32) { opened = connections.add(descriptor) }

  /// Whether the request may be sent over a connection. Refuses a reused connection with unread
  /// data, which would be taken for the response; libcurl closes it then.
  func mayUse(_ route: Connections.Route) -> Bool {
    self.route = route
    trust = opened == nil ? connections.trust(of: route) : nil
    isRefused = opened == nil && !connections.mayUse(route)
    if !isRefused, trust != nil { connections.begin(route) }
    return !isRefused
  }

  /// Records that this machine is out of sockets. libcurl handles other failures: another address
  /// family may still work.
  func noteNoSocket(_ errno: Int32) {
    guard [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) else { return }
    connectionFault = Fault.system(errno, "cannot make a connection")
  }
}

extension Fault {
  fileprivate static func privateAddress(_ address: NetworkAddress) -> Fault {
    Fault(
      .privateAddress,
      "the private address \(address) is refused: no source of the command line and no setting names its host"
    )
  }

  /// The error for a status that came from a proxy instead of the server.
  static func refusal(of proxy: Proxy, status: Int) -> Fault {
    switch status {
    case 407: Fault(.proxy, "the proxy \(proxy.shown) requires a user name and a password (407)")
    case 500...:
      Fault(.unreachable, "the proxy \(proxy.shown) cannot reach the server (\(status))")
    default: Fault(.proxy, "the proxy \(proxy.shown) refuses the connection (\(status))")
    }
  }
}

/// Hosts that may be on this machine or in a private network. Belongs to the engine's thread.
final class PrivateHosts {
  private var named: Set<String>?

  /// - Parameter named: host names in lower case without ports; nil allows every host.
  init(_ named: Set<String>?) { self.named = named }

  /// Whether an address that a host name resolves to may be connected to.
  func permit(_ target: NetworkAddress, for host: String) -> Bool {
    target.isPublic || named?.contains(host) ?? true
  }

  /// Records where a host answered. A host that answered from a public address loses its
  /// permission, although the user named it: the owner of the name could point it at a private
  /// address next.
  func note(answerOf host: String, from peer: @autoclosure () -> NetworkAddress?) {
    guard named?.contains(host) ?? false, peer()?.isPublic ?? false else { return }
    named?.remove(host)
  }
}
