import Foundation

/// The sockets of the engine's connections, to see before one is used again whether anything waits in
/// it. Belongs to the engine's thread.
///
/// A response that nobody asked for would be taken for that of the next request: HTTP/1.1 has nothing
/// but the order to tell them apart (RFC 9112 9.3). libcurl 7.88 does not look.
final class Connections {
  /// What a connection connects, as libcurl tells it to the callback before a request.
  struct Route: Hashable {
    let local: String
    let localPort: Int32
    let remote: String
    let remotePort: Int32
  }

  /// A socket that was opened: its number may be another one's later.
  struct Socket: Equatable {
    let descriptor: Int32
    fileprivate let serial: UInt64
  }

  private var serial: UInt64 = 0
  private var open: [Int32: UInt64] = [:]
  private var kept: [Route: Socket] = [:]
  /// Routes beyond these are of connections that are gone.
  private static let mostKept = 1000

  /// A socket was opened.
  func add(_ descriptor: Int32) -> Socket {
    serial += 1
    open[descriptor] = serial
    return Socket(descriptor: descriptor, serial: serial)
  }

  /// A socket is closed.
  func remove(_ descriptor: Int32) { open[descriptor] = nil }

  /// A connection was used for HTTP/1, which may be used again.
  func keep(_ socket: Socket, of route: Route) {
    guard isOpen(socket) else { return }
    if kept.count >= Self.mostKept { kept = kept.filter { isOpen($0.value) } }
    kept[route] = socket
  }

  /// Whether a connection that was kept has anything to read, its end included, before a request was
  /// sent over it.
  func hasPendingInput(_ route: Route) -> Bool {
    guard let socket = kept[route], isOpen(socket) else { return false }
    var byte: UInt8 = 0
    return recv(socket.descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) >= 0
  }

  private func isOpen(_ socket: Socket) -> Bool { open[socket.descriptor] == socket.serial }
}
