import Foundation

/// An answer's body as text. Providers are given text, so what a site writes in another encoding than
/// UTF-8 is read here.
enum AnswerText {
  /// Bytes that are UTF-8 are read as such, whatever they are said to be; UTF-16 by its byte order mark,
  /// or by how XML begins in it. Others as the header says, or else the XML declaration, if that is a
  /// known encoding; else what is not UTF-8 becomes U+FFFD.
  static func of(_ body: [UInt8], contentType: String?) -> String {
    if let text = utf16(body) { return text }
    if let text = String(validating: body, as: UTF8.self) { return text }
    let said = [contentType.flatMap(charset), declared(in: body)].compactMap(\.self).first
    return said.flatMap { LegacyEncoding(label: $0) }?.text(of: body)
      ?? String(decoding: body, as: UTF8.self)
  }

  /// XML 1.0, appendix F.1.
  private static func utf16(_ body: [UInt8]) -> String? {
    let isLittle = body.starts(with: [0xFF, 0xFE]) || body.starts(with: [0x3C, 0, 0x3F, 0])
    guard isLittle || body.starts(with: [0xFE, 0xFF]) || body.starts(with: [0, 0x3C, 0, 0x3F])
    else { return nil }
    let units = (0..<body.count / 2).lazy.map { place in
      let (first, second) = (UInt16(body[place * 2]), UInt16(body[place * 2 + 1]))
      return isLittle ? second << 8 | first : first << 8 | second
    }
    return String(decoding: units, as: UTF16.self)
  }

  /// RFC 9110, section 8.3.1.
  private static func charset(of contentType: String) -> String? {
    contentType.firstMatch(of: /(?i)charset\s*=\s*"?([^";\s]+)/).map { String($0.1) }
  }

  /// XML 1.0, section 2.8.
  private static func declared(in body: [UInt8]) -> String? {
    let head = String(decoding: body.prefix(200), as: UTF8.self)
    return head.firstMatch(of: /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([^"'>]+)/).map {
      String($0.1)
    }
  }
}
