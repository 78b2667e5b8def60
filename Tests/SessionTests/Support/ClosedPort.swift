import Foundation

/// A port of this machine where nobody answers and, as long as the value lives, nobody will: it is
/// bound and not listened on, so that no other server of the tests can be given it.
final class ClosedPort: Sendable {
  private let socket: Int32
  /// `http://127.0.0.1:PORT/`
  let address: String

  init() throws {
    socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
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
    guard isBound else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    address = "http://127.0.0.1:\(UInt16(bigEndian: name.sin_port))/"
  }

  deinit { close(socket) }
}
