import Foundation

/// The percent-encoding that signatures of version 4 prescribe: everything but RFC 3986's unreserved
/// characters, with capital digits.
enum PercentEncoding {
  /// - Parameter keepsSlashes: whether `/` stays, as in a path.
  static func encode(_ text: String, keepsSlashes: Bool = false) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: bytes.append(byte)
      case 0x2F where keepsSlashes: bytes.append(byte)
      default: bytes += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// A name of a query with its value.
package struct QueryItem: Sendable, Hashable {
  /// Before it is encoded.
  package let name: String
  /// Before it is encoded; empty for a name without a value, which is sent and signed with `=`.
  package let value: String

  package init(_ name: String, _ value: String = "") { (self.name, self.value) = (name, value) }
}

extension [QueryItem] {
  /// The query in the order and encoding that is signed, and in which it is sent.
  package var canonical: String {
    // Encoded text is ASCII, so that Swift's order is that of the bytes.
    map { (PercentEncoding.encode($0.name), PercentEncoding.encode($0.value)) }
      .sorted { $0 < $1 }.map { "\($0)=\($1)" }.joined(separator: "&")
  }
}

extension [UInt8] {
  /// In base 64 (RFC 4648, section 4).
  package var base64: String { Data(self).base64EncodedString() }
}
