import Foundation
import WebText

/// Removes secrets from messages and logs.
package struct Redaction: Sendable {
  private let secrets: [String]

  /// - Parameter secrets: values to hide, literally and percent-encoded.
  package init(_ secrets: [String]) {
    guard !secrets.isEmpty else {
      self.secrets = []
      return
    }
    let encoded = secrets.map { $0.percentEncoded() }
    // The longest first, so that a secret which contains another is hidden completely.
    self.secrets = Set(secrets + encoded).filter { !$0.isEmpty }.sorted { $0.count > $1.count }
  }

  /// A redaction with additional secrets.
  package func adding(_ more: [String]) -> Redaction {
    more.isEmpty ? self : Redaction(secrets + more)
  }

  /// `text` with every secret replaced, regardless of case, and also if it contains invisible characters,
  /// which a printer would remove later.
  package func redact(_ text: String) -> String {
    guard !secrets.isEmpty else { return text }
    let cleaned = text.withoutInvisible
    let redacted = replaceSecrets(in: cleaned)
    // A text without secrets keeps its joiners and line breaks.
    return redacted == cleaned ? text : redacted
  }

  private func replaceSecrets(in text: String) -> String {
    secrets.reduce(text) {
      $0.replacingOccurrences(of: $1, with: "[hidden]", options: [.caseInsensitive, .literal])
    }
  }
}

extension String {
  /// Whether all characters are printable ASCII.
  private var isPlain: Bool { utf8.allSatisfy { (32...126).contains($0) } }

  /// The text without escape sequences (ECMA-48, section 5.4), control and format characters.
  fileprivate var withoutInvisible: String {
    if isPlain { return self }
    let text = replacing(#/(\u{1B}\[|\u{9B})[0-?]*[ -\/]*[@-~]/#, with: "")
    return String(
      String.UnicodeScalarView(
        text.unicodeScalars.filter {
          $0.properties.generalCategory != .control && $0.properties.generalCategory != .format
        }))
  }

  /// A server's text for use in a message, after redaction: without control characters, at most 120
  /// characters.
  package var shown: String { printable.cut(120) }

  /// Without control characters, at full length: a cut before redaction could end within a secret.
  package var printable: String {
    if isPlain { return self }
    return String(
      String.UnicodeScalarView(
        unicodeScalars.map { scalar in
          let category = scalar.properties.generalCategory
          return category == .control || category == .format ? "?" : scalar
        }))
  }

  /// Cut to at most `count` characters.
  package func cut(_ count: Int) -> String {
    guard utf8.count > count else { return self }
    let head = unicodeScalars.prefix(count + 1)
    guard head.count > count else { return self }
    return String(String.UnicodeScalarView(head.dropLast())) + "…"
  }
}
