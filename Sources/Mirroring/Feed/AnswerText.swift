import Foundation

/// An answer's body as text. Providers are given text, so what a site writes in another encoding than
/// UTF-8 is read here.
enum AnswerText {
  /// Bytes that are UTF-8 are read as such, whatever they are said to be. Others as Windows-1252 where
  /// that, or Latin 1, which is a part of it, is said; else they become U+FFFD.
  static func of(_ body: [UInt8], contentType: String?) -> String {
    if let text = String(validating: body, as: UTF8.self) { return text }
    let said = [contentType.flatMap(charset), declared(in: body)].compactMap(\.self).first
    guard let said, western.contains(said.lowercased()) else {
      return String(decoding: body, as: UTF8.self)
    }
    return String(String.UnicodeScalarView(body.map(scalar)))
  }

  private static let western: Set = [
    "iso-8859-1", "iso8859-1", "latin1", "l1", "cp1252", "windows-1252",
  ]

  /// RFC 9110, section 8.3.1.
  private static func charset(of contentType: String) -> String? {
    contentType.firstMatch(of: /(?i)charset\s*=\s*"?([^";\s]+)/).map { String($0.1) }
  }

  /// XML 1.0, section 2.8.
  private static func declared(in body: [UInt8]) -> String? {
    let head = String(decoding: body.prefix(200), as: UTF8.self)
    return head.prefixMatch(of: /<\?xml[^>]*?\sencoding\s*=\s*["']([^"'>]+)/).map { String($0.1) }
  }

  /// As the web reads it (https://encoding.spec.whatwg.org/index-windows-1252.txt).
  private static func scalar(_ byte: UInt8) -> Unicode.Scalar {
    guard (0x80...0x9F).contains(byte) else { return Unicode.Scalar(byte) }
    return specials[Int(byte) - 0x80]
  }

  private static let specials = Array(
    "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars)
}
