import Foundation

/// Sockets of the engine's connections, to check before reuse whether unread data waits in one.
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

  private var serial: UInt64 = 0
  private var open: [Int32: UInt64] = [:]
  private var kept: [Route: Socket] = [:]
  /// When there are as many, those of closed connections are dropped.
  private static let mostKept = 1000

  /// Records an opened socket.
  func add(_ descriptor: Int32) -> Socket {
    serial += 1
    open[descriptor] = serial
    return Socket(descriptor: descriptor, serial: serial)
  }

  /// Records that a socket is closed.
  func remove(_ descriptor: Int32) { open[descriptor] = nil }

  /// Records a connection for HTTP/1 that may be reused.
  func keep(_ socket: Socket, of route: Route) {
    guard isOpen(socket) else { return }
    if kept.count >= Self.mostKept { kept = kept.filter { isOpen($0.value) } }
    kept[route] = socket
  }

  /// Whether a kept connection has unread data or was closed by the server, before a request is
  /// sent over it.
  func hasPendingInput(_ route: Route) -> Bool {
    guard let socket = kept[route], isOpen(socket) else { return false }
    var byte: UInt8 = 0
    return recv(socket.descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) >= 0
  }

  private func isOpen(_ socket: Socket) -> Bool { open[socket.descriptor] == socket.serial }
}
