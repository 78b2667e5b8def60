import Foundation

/// Sockets of the engine's connections, to check before reuse and at their end whether unread data waits in one.
/// Belongs to the engine's thread.
///
/// An unsolicited response would be taken for the response to the next request: HTTP/1.1 matches
/// responses by order alone (RFC 9112 9.3). libcurl 7.88 does not check.
final class Connections {
  /// Both ends of a connection, as libcurl reports them to the callback before a request.
  struct Route: Hashable {
    let local: String
    let localPort: Int32
    let remote: String
    let remotePort: Int32
  }

  /// An opened socket. Its number may be reused later.
  struct Socket: Equatable {
    let descriptor: Int32
    fileprivate let serial: UInt64
  }

  /// A connection that may be reused.
  private struct Kept {
    let route: Route
    let host: String
    let trust: ConnectionTrust
    /// Whether no request runs on it: then no data are expected.
    var isIdle = true
    /// Requests that ended on it after the first one.
    var requests = 0
  }

  private var serial: UInt64 = 0
  private var open: [Int32: UInt64] = [:]
  /// By their descriptors.
  private var kept: [Int32: Kept] = [:]
  private var descriptors: [Route: Int32] = [:]
  /// Connections that were closed with unread data before the end of their request is known.
  private var closed: [Route: Kept] = [:]
  /// Hosts that sent what no request asked for.
  private var broken: Set<String> = []

  /// As much is no alert of TLS and no 408 of a server that closes the connection, but may be a picture.
  private static let leastUnasked = 1024
  private static let mostBroken = 1000
  /// Requests on one connection, as many as nginx answers. A connection that lasts for a whole run would keep the ids
  /// of all its photos in memory, until it is known whether they are suspect.
  private static let mostRequests = 1000
  private static let mostClosed = 1000

  /// Records an opened socket.
  func add(_ descriptor: Int32) -> Socket {
    serial += 1
    open[descriptor] = serial
    return Socket(descriptor: descriptor, serial: serial)
  }

  /// Records that a socket is about to be closed.
  func remove(_ descriptor: Int32) {
    open[descriptor] = nil
    guard let ended = kept.removeValue(forKey: descriptor) else { return }
    descriptors[ended.route] = nil
    ended.trust.noteEnd()
    guard unread(descriptor) >= Self.leastUnasked else { return }
    if ended.isIdle {
      noteUnaskedBytes(ended)
    } else if closed.count < Self.mostClosed {
      closed[ended.route] = ended
    }
  }

  /// Records a connection for HTTP/1 that may be reused.
  func keep(_ socket: Socket, of route: Route, host: String) {
    guard open[socket.descriptor] == socket.serial else { return }
    kept[socket.descriptor] = Kept(route: route, host: host, trust: ConnectionTrust())
    descriptors[route] = socket.descriptor
  }

  /// The trust in a kept connection; nil if none.
  func trust(of route: Route) -> ConnectionTrust? {
    descriptors[route].flatMap { kept[$0]?.trust }
  }

  /// Whether a request may be sent over a connection: not over a kept one that has unread data, was closed by the server,
  /// or had enough requests.
  func mayUse(_ route: Route) -> Bool {
    guard let descriptor = descriptors[route], let connection = kept[descriptor] else {
      return true
    }
    let count = unread(descriptor)
    if count >= Self.leastUnasked { noteUnaskedBytes(connection) }
    return count < 0 && connection.requests < Self.mostRequests
  }

  /// Records that a request begins on a kept connection.
  func begin(_ route: Route) {
    closed[route] = nil
    if let descriptor = descriptors[route] { kept[descriptor]?.isIdle = false }
  }

  /// Records the end of a request on a kept connection.
  /// - Parameter isWhole: Whether its answer was read to the end: what is unread then belongs to no request.
  func end(_ route: Route, isWhole: Bool) {
    if let descriptor = descriptors[route] {
      kept[descriptor]?.isIdle = true
      kept[descriptor]?.requests += 1
    }
    if let connection = closed.removeValue(forKey: route), isWhole { noteUnaskedBytes(connection) }
  }

  /// Whether each request to a host needs a new connection.
  func isBroken(_ host: String) -> Bool { broken.contains(host) }

  /// The number of unread bytes that arrived, up to `leastUnasked`; 0 if the server closed the connection, and -1 if
  /// it is idle.
  private func unread(_ descriptor: Int32) -> Int {
    withUnsafeTemporaryAllocation(byteCount: Self.leastUnasked, alignment: 1) {
      recv(descriptor, $0.baseAddress, $0.count, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT))
    }
  }

  private func noteUnaskedBytes(_ connection: Kept) {
    connection.trust.noteUnaskedBytes()
    if broken.count < Self.mostBroken { broken.insert(connection.host) }
  }
}
