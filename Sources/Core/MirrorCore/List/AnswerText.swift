import Foundation
import ProviderKit

/// A response body as text. Providers receive text, so other encodings than UTF-8 are converted here.
enum AnswerText {
  /// Valid UTF-8 is read as UTF-8, whatever the declared encoding. UTF-16 is recognised by its byte order
  /// mark, or by the first bytes of an XML document. Other bodies are read in the encoding of the header, or of
  /// the XML declaration if that is unknown or gives no text: many servers state UTF-8 for all files. Otherwise
  /// invalid UTF-8 becomes U+FFFD.
  static func of(_ body: [UInt8], contentType: String?) -> String {
    if let text = utf16(body) { return text }
    if let text = String(validating: body, as: UTF8.self) { return text }
    let said = [contentType.flatMap(charset), declared(in: body)].compactMap(\.self)
    return said.lazy.compactMap { LegacyEncoding(label: $0)?.text(of: body) }.first
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

extension Answer {
  /// An answer of a site for a provider.
  init(_ answer: SiteAnswer) {
    self.init(
      status: answer.status, headers: answer.headers,
      body: AnswerText.of(answer.body, contentType: answer.headers["content-type"]),
      url: answer.finalPlace)
  }
}
