import Foundation

/// A resolved address, before a connection to it is made.
struct NetworkAddress: Equatable {
  /// 4 or 16 bytes in network byte order.
  let bytes: [UInt8]

  /// Nil unless the family is IPv4 or IPv6.
  init?(_ address: UnsafeRawBufferPointer) {
    guard address.count >= MemoryLayout<sa_family_t>.size else { return nil }
    let family = Int32(address.loadUnaligned(as: sa_family_t.self))
    // The address begins at byte 4 of sockaddr_in and at byte 8 of sockaddr_in6.
    let range = family == AF_INET ? 4..<8 : family == AF_INET6 ? 8..<24 : 0..<0
    guard !range.isEmpty, address.count >= range.upperBound else { return nil }
    bytes = Array(address[range])
  }

  /// Parses the format of inet_ntop(3); nil if `text` is no address.
  init?(_ text: String) {
    var bytes = [UInt8](repeating: 0, count: 16)
    if inet_pton(AF_INET, text, &bytes) == 1 {
      self.bytes = Array(bytes.prefix(4))
    } else if inet_pton(AF_INET6, text, &bytes) == 1 {
      self.bytes = bytes
    } else {
      return nil
    }
  }

  /// Whether the address is public: not this machine, no private network, no reserved range (RFC
  /// 6890 and its registries).
  var isPublic: Bool {
    bytes.count == 4 ? Self.isPublic4(bytes) : Self.isPublic6(bytes)
  }

  private static func isPublic4(_ bytes: [UInt8]) -> Bool {
    switch (bytes[0], bytes[1], bytes[2]) {
    case (0, _, _), (10, _, _), (127, _, _), (224..., _, _): false
    case (100, 64...127, _), (169, 254, _), (172, 16...31, _), (192, 168, _): false
    case (192, 0, 0), (192, 0, 2), (198, 18...19, _), (198, 51, 100), (203, 0, 113): false
    default: true
    }
  }

  private static func isPublic6(_ bytes: [UInt8]) -> Bool {
    if let inner = embedded4(bytes) { return isPublic4(inner) }
    // All public IPv6 addresses are in 2000::/3.
    guard bytes[0] & 0xe0 == 0x20 else { return false }
    switch (bytes[0], bytes[1], bytes[2], bytes[3]) {
    case (0x20, 0x01, 0x00, 0x00), (0x20, 0x01, 0x0d, 0xb8): return false
    default: return true
    }
  }

  /// The IPv4 address embedded in an IPv6 address: mapped, compatible, NAT64 or 6to4; nil if there
  /// is none.
  private static func embedded4(_ bytes: [UInt8]) -> [UInt8]? {
    let zeros = [UInt8](repeating: 0, count: 10)
    if bytes.starts(with: zeros), [[0, 0], [255, 255]].contains(Array(bytes[10..<12])) {
      return Array(bytes[12...])
    }
    if bytes.starts(with: [0, 0x64, 0xff, 0x9b] + zeros.prefix(8)) { return Array(bytes[12...]) }
    if bytes.starts(with: [0x20, 0x02]) { return Array(bytes[2..<6]) }
    return nil
  }
}

extension NetworkAddress: CustomStringConvertible {
  var description: String {
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    let family = bytes.count == 4 ? AF_INET : AF_INET6
    guard inet_ntop(family, bytes, &text, socklen_t(text.count)) != nil else { return "?" }
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
