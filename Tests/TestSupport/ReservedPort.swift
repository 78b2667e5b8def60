import Foundation

/// A port of this machine that, as long as the value lives, the system gives to nobody else: it is bound
/// and not listened on. Who connects is refused, until a server that is told its number listens there.
package final class ReservedPort: Sendable {
  private let socket: Int32
  package let number: UInt16

  /// `http://127.0.0.1:PORT/`
  package var address: String { "http://127.0.0.1:\(number)/" }

  package init() throws {
    let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    socket = Foundation.socket(AF_INET, type, 0)
    // Lets a server listen that has set the same; one whose port is to be chosen is not given this one.
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
