/// What a link or a picture may lead to: a file beside the pages, or a web page. A site's text is never an address
/// of another kind, such as `javascript:`.
package struct PageAddress: Sendable, Hashable {
  let text: String

  /// - Returns: Nil for anything else than a web address.
  init?(web address: String?) {
    guard let address, address.hasPrefix("https://") || address.hasPrefix("http://") else {
      return nil
    }
    text = address
  }

  /// A file, from a page.
  /// - Parameters:
  ///   - path: Of file names, relative to the gallery's folder.
  ///   - page: Of the page that has the link, relative to the same folder.
  ///   - fragment: An identifier that this program made.
  package init(_ path: String, from page: String, fragment: String = "") {
    let ups = String(repeating: "../", count: page.utf8.count { $0 == UInt8(ascii: "/") })
    // A first component with a colon would be read as a scheme.
    text =
      (ups.isEmpty ? "./" : ups) + Self.encoded(path) + (fragment.isEmpty ? "" : "#" + fragment)
  }

  /// A place on a map.
  init(latitude: Double, longitude: Double) {
    text =
      "https://www.openstreetmap.org/?mlat=\(latitude)&mlon=\(longitude)#map=15/\(latitude)/\(longitude)"
  }

  /// Percent-encoded, except for slashes (RFC 3986, section 3.3).
  private static func encoded(_ path: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(path.utf8.count + 16)
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "/"), UInt8(ascii: "@"):
        bytes.append(byte)
      default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
