import WebText

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
      (ups.isEmpty ? "./" : ups) + path.percentEncoded(keeping: "/@")
      + (fragment.isEmpty ? "" : "#" + fragment)
  }

  /// A place on a map.
  init(latitude: Double, longitude: Double) {
    text =
      "https://www.openstreetmap.org/?mlat=\(latitude)&mlon=\(longitude)#map=15/\(latitude)/\(longitude)"
  }
}
