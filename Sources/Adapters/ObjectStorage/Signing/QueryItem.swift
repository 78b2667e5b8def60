import Foundation
import WebText

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
    // Signatures of version 4 prescribe this encoding. Encoded text is ASCII, so that Swift's order is that of the bytes.
    map { ($0.name.percentEncoded(), $0.value.percentEncoded()) }
      .sorted { $0 < $1 }.map { "\($0)=\($1)" }.joined(separator: "&")
  }
}

extension [UInt8] {
  /// In base 64 (RFC 4648, section 4).
  package var base64: String { Data(self).base64EncodedString() }
}
