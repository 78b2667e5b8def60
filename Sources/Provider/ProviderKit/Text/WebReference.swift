/// A reference to a page or a file, as people and programs write it: split into its parts, and put together again as a
/// browser would ask for it (https://url.spec.whatwg.org/#url-parsing).
struct WebReference {
  /// `http` or `https` in lower case; nil for a relative reference.
  private var scheme: String?
  /// What follows `//`; nil if there is none.
  private var authority: Substring?
  private var path: Substring
  /// The query with its question mark.
  private var query: Substring
  /// The fragment with its number sign.
  private let fragment: Substring

  /// Nil for another scheme than `http` and `https`.
  /// - Parameter base: The scheme of the base, without which a reference cannot be relative.
  private init?(_ text: Substring, baseScheme: String?) {
    let end = text.firstIndex(of: "#") ?? text.endIndex
    fragment = text[end...]
    let mark = text[..<end].firstIndex(of: "?") ?? end
    query = text[mark..<end]
    var rest = Substring(text[..<mark].map { $0 == "\\" ? "/" : $0 })
    if let colon = rest.firstIndex(where: { ":/".contains($0) }), rest[colon] == ":",
      rest.first?.isLetter == true
    {
      let scheme = rest[..<colon].lowercased()
      guard scheme == "http" || scheme == "https" else { return nil }
      rest = rest[colon...].dropFirst()
      // `http:photo.jpg` is relative to an address of the same scheme.
      if rest.hasPrefix("//") || scheme != baseScheme {
        self.scheme = scheme
        rest = "//" + rest.drop { $0 == "/" }
      }
    }
    if rest.hasPrefix("//") {
      rest = rest.drop { $0 == "/" }
      authority = rest.prefix { $0 != "/" }
      rest = rest.dropFirst(authority?.count ?? 0)
    }
    path = rest
  }

  /// The address in a text; the text itself if it is of another scheme, or has no base to which it is relative.
  static func address(of text: String, from base: String?) -> String {
    let text = cleaned(text)
    // Most addresses are complete, and contain nothing to repair.
    guard !text.isEmpty, !text.isPlainAddress else { return text }
    let base = base.flatMap { WebReference(Substring($0), baseScheme: nil) }
    guard var reference = WebReference(Substring(text), baseScheme: base?.scheme) else {
      return text
    }
    if reference.scheme == nil {
      guard let base, base.scheme != nil else { return text }
      reference.resolve(from: base)
    }
    return reference.text
  }

  /// RFC 3986, section 5.2.2.
  private mutating func resolve(from base: WebReference) {
    scheme = base.scheme
    guard authority == nil else { return }
    authority = base.authority
    guard !path.isEmpty else {
      if query.isEmpty { query = base.query }
      path = base.path
      return
    }
    guard path.first != "/" else { return }
    let folder = base.path.lastIndex(of: "/").map { base.path[...$0] } ?? "/"
    path = folder + path
  }

  private var text: String {
    "\(scheme ?? "http")://\(authority ?? "")"
      + Self.withoutDots(path).encoded("\"<>^`{}") + String(query).encoded("\"<>'") + fragment
  }

  /// RFC 3986, section 5.2.4.
  private static func withoutDots(_ path: Substring) -> String {
    guard path.contains("/.") else { return String(path) }
    var kept: [Substring] = []
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      switch part {
      case "..":
        if kept.count > 1 { kept.removeLast() }
        if index == parts.count - 1 { kept.append("") }
      case ".": if index == parts.count - 1 { kept.append("") }
      default: kept.append(part)
      }
    }
    return kept.joined(separator: "/")
  }

  /// Without white space at the ends and line breaks within. An ampersand that was escaped twice is one.
  private static func cleaned(_ text: String) -> String {
    var text = text.trimmed ?? ""
    if text.utf8.contains(where: { (9...13).contains($0) }) {
      text.removeAll { $0.isNewline || $0 == "\t" }
    }
    guard text.utf8.contains(UInt8(ascii: ";")) else { return text }
    for escaped in ["&amp;", "&#38;", "&#038;", "&#x26;"] {
      text = text.replacing(escaped, with: "&")
    }
    return text
  }
}

extension String {
  /// The address that a reference names, as browsers find it. White space at the ends and line breaks within are
  /// ignored, backslashes are slashes, and what an address cannot contain is percent-encoded; characters beyond ASCII
  /// stay. One of another scheme is kept, and the host reports it.
  /// - Parameter base: The address of the page, the feed or the list after redirects; nil if there is none.
  package func resolved(against base: String?) -> String {
    WebReference.address(of: self, from: base)
  }

  /// The address without its fragment, which names a place within the file.
  var withoutFragment: String { String(prefix { $0 != "#" }) }

  /// Whether this is a complete address in which a browser would change nothing.
  fileprivate var isPlainAddress: Bool {
    var text = self
    return text.withUTF8 { bytes in
      let host =
        bytes.starts(with: "https://".utf8) ? 8 : bytes.starts(with: "http://".utf8) ? 7 : .max
      guard host < bytes.count, bytes[host] != UInt8(ascii: "/") else { return false }
      return bytes.indices.allSatisfy { place in
        let byte = bytes[place]
        return byte > 0x20 && byte != 0x7F && !Self.repaired.contains(byte)
          && (byte != UInt8(ascii: ".") || bytes[place - 1] != UInt8(ascii: "/"))
      }
    }
  }

  private static let repaired = Set("\\\"<>^`{}'".utf8)

  /// Percent-encodes control characters, blanks, and more characters.
  fileprivate func encoded(_ more: String) -> String {
    let more = Set(more.utf8)
    guard utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F || more.contains($0) }) else {
      return self
    }
    var bytes: [UInt8] = []
    for byte in utf8 {
      guard byte <= 0x20 || byte == 0x7F || more.contains(byte) else {
        bytes.append(byte)
        continue
      }
      let digits = String(byte, radix: 16, uppercase: true)
      bytes += Array("%\(byte < 16 ? "0" : "")\(digits)".utf8)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
