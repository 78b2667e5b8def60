import Foundation

/// Keeps secrets and unprintable bytes out of what people and logs are shown.
package struct Redaction: Sendable {
  private let secrets: [String]

  /// - Parameter secrets: values to hide, as they are and percent-encoded.
  package init(_ secrets: [String]) {
    // Unreserved characters stay as they are (RFC 3986 2.3).
    let unreserved = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-._~"))
    let encoded = secrets.compactMap {
      $0.addingPercentEncoding(withAllowedCharacters: unreserved)
    }
    // The longest first, so that a secret that contains another is hidden as a whole.
    self.secrets = Set(secrets + encoded).filter { !$0.isEmpty }.sorted { $0.count > $1.count }
  }

  /// `text` with every secret replaced, whatever the case of its letters and hexadecimal digits.
  package func redact(_ text: String) -> String {
    secrets.reduce(text) {
      $0.replacingOccurrences(of: $1, with: "[hidden]", options: [.caseInsensitive, .literal])
    }
  }
}

extension String {
  /// Fit for a message: what a server sent, without control characters and of at most 120
  /// characters.
  var shown: String {
    let printable = unicodeScalars.prefix(121).map { scalar in
      scalar.properties.generalCategory == .control || scalar.properties.generalCategory == .format
        ? "?" : Character(scalar)
    }
    return String(printable.prefix(120)) + (printable.count > 120 ? "…" : "")
  }
}
