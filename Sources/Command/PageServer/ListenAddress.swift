import Glibc

/// An IPv4 address and a port to listen on: those of this machine only, unless another one is given.
package struct ListenAddress: Sendable, Hashable {
  /// In network byte order.
  private let host: in_addr_t
  private let port: UInt16

  /// 127.0.0.1; port 0 is any free one.
  package init(port: UInt16) { (host, self.port) = (INADDR_LOOPBACK.bigEndian, port) }

  /// `127.0.0.1:9100`, or only a port. Nil for anything else, and for names.
  package init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count <= 2, let digits = parts.last,
      digits.allSatisfy({ $0.isASCII && $0.isNumber }),
      let port = UInt16(digits)
    else { return nil }
    var host = in_addr(s_addr: INADDR_LOOPBACK.bigEndian)
    if parts.count == 2, inet_pton(AF_INET, String(parts[0]), &host) != 1 { return nil }
    (self.host, self.port) = (host.s_addr, port)
  }

  /// Whether only this machine can connect (RFC 5735, section 3).
  package var isLoopback: Bool { UInt32(bigEndian: host) >> 24 == 127 }

  /// As text, with another port.
  package func text(port: UInt16) -> String {
    let bytes = withUnsafeBytes(of: host) { $0.map { "\($0)" }.joined(separator: ".") }
    return "\(bytes):\(port)"
  }

  /// As text.
  package var text: String { text(port: port) }

  var address: sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    (address.sin_port, address.sin_addr.s_addr) = (port.bigEndian, host)
    return address
  }
}

/// A text that is served.
package struct ServedText: Sendable, Hashable {
  let status: Int
  let type: String
  let text: String

  /// - Parameter type: A Content-Type.
  package init(status: Int = 200, type: String = "text/plain; charset=utf-8", _ text: String) {
    (self.status, self.type, self.text) = (status, type, text)
  }

  static let missing = ServedText(status: 404, "404\n")
}
