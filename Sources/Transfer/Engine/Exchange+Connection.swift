import Foundation
import Redaction

/// Which connections may be made, and which used again.
extension Exchange {
  /// The proxy makes the connection: of private addresses those are refused that the address itself
  /// names, where a name leads is the proxy's to know.
  func checkProxied() throws(Fault) {
    let name = address.endpoint.name
    let isHere = name == "localhost" || name.hasSuffix(".localhost")
    let literal = NetworkAddress(isHere ? "127.0.0.1" : name.filter { !"[]".contains($0) })
    guard let literal, !privateHosts.permit(literal, for: name) else { return }
    throw .privateAddress(literal)
  }

  /// For a new connection; nil: the kernel's choice.
  var receiveBuffer: Int32? { configuration.receiveBuffer }

  /// Whether a connection to the resolved address may be made.
  func permits(_ target: NetworkAddress) -> Bool {
    // A proxy is the user's own choice, wherever it is.
    if proxy != nil || privateHosts.permit(target, for: address.endpoint.name) { return true }
    connectionFault = .privateAddress(target)
    return false
  }

  /// A socket was opened for the request.
  func note(opened descriptor: Int32) { opened = connections.add(descriptor) }

  /// Whether the request may be sent over a connection: not over one that is used again and has
  /// something to read, which would be taken for the response.
  func mayUse(_ route: Connections.Route) -> Bool {
    self.route = route
    isUnclean = opened == nil && connections.hasPendingInput(route)
    return !isUnclean
  }

  /// This machine has no socket for a connection. Of any other reason than want libcurl tells: another
  /// kind of address may still do.
  func noteNoSocket(_ errno: Int32) {
    guard [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) else { return }
    connectionFault = Fault.system(errno, "cannot make a connection")
  }
}

extension Fault {
  fileprivate static func privateAddress(_ address: NetworkAddress) -> Fault {
    Fault(
      .refused,
      "the private address \(address) is refused: neither the source nor a setting names its host")
  }

  /// What a proxy answered in place of the server.
  static func refusal(of proxy: Proxy, status: Int) -> Fault {
    switch status {
    case 407: Fault(.proxy, "the proxy \(proxy.shown) wants a user name and a password (407)")
    case 500...:
      Fault(.unreachable, "the proxy \(proxy.shown) does not reach the server (\(status))")
    default: Fault(.proxy, "the proxy \(proxy.shown) refuses the connection (\(status))")
    }
  }
}
