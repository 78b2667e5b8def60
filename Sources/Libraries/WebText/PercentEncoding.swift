/// The percent-encoding of addresses.
package enum PercentEncoding {
  private static let digits = Array("0123456789ABCDEF".utf8)

  /// Whether a byte is an unreserved character (RFC 3986, section 2.3), which needs no encoding anywhere.
  package static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "~"):
      true
    default: false
    }
  }

  fileprivate static func encoded(_ text: String.UTF8View, keeping kept: String) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count + 16)
    for byte in text {
      if isUnreserved(byte) || kept.utf8.contains(byte) {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension String {
  /// The text with all bytes but those of unreserved characters as percent triplets.
  /// - Parameter kept: ASCII characters that stay as well, such as the slashes of a path.
  package func percentEncoded(keeping kept: String = "") -> String {
    PercentEncoding.encoded(utf8, keeping: kept)
  }
}
