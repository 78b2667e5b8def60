import Foundation

/// A loopback port that the system gives to nobody else while the value lives: it is bound but not
/// listened on. Connections are refused until a server listens on the port by its number.
package final class ReservedPort: Sendable {
  private let socket: Int32
  package let number: UInt16

  /// `http://127.0.0.1:PORT/`
  package var address: String { "http://127.0.0.1:\(number)/" }

  package init() throws {
    let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    socket = Foundation.socket(AF_INET, type, 0)
    // Permits a server with the same option to listen here; a server with port 0 gets another port.
    var isReused: Int32 = 1
    setsockopt(
      socket, SOL_SOCKET, SO_REUSEADDR, &isReused, socklen_t(MemoryLayout<Int32>.size))
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    name.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let socket = socket
    let isBound = withUnsafeMutablePointer(to: &name) { name in
      name.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, length) == 0 && getsockname(socket, $0, &length) == 0
      }
    }
    number = UInt16(bigEndian: name.sin_port)
    guard isBound else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
  }

  deinit { close(socket) }
}
