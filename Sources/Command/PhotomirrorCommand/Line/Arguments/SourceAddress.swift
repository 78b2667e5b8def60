import Foundation
import WebText

/// A source as written on the command line: `flickr:search?tags=cat`, or a web address that a provider
/// may accept.
enum SourceAddress: Sendable, Hashable {
  /// `parameters` are percent-decoded (RFC 3986, section 2.1; a `+` is a plus); `selector` is as
  /// written.
  case feed(provider: String, selector: String, parameters: [String: String])
  /// Starts with `http://` or `https://`.
  case web(String)

  /// - Throws: ``UsageError`` if the text is neither.
  init(_ text: String) throws(UsageError) {
    guard text.utf8.count <= 4096 else { throw UsageError("a source has at most 4096 bytes") }
    guard !Self.hasUserInfo(text) else { throw Self.hasSecret }
    guard !text.unicodeScalars.contains(where: Self.isUnfit) else { throw Self.hasSpaces(text) }
    let scheme = text.prefix(8).lowercased()
    if scheme.hasPrefix("http://") || scheme.hasPrefix("https://") {
      self = .web(text)
      return
    }
    guard let colon = text.firstIndex(of: ":") else { throw Self.notASource(text) }
    let provider = String(text[..<colon])
    guard Self.isProviderName(provider) else { throw Self.notASource(text) }
    let rest = text[text.index(after: colon)...]
    let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard !parts[0].isEmpty else {
      throw UsageError(
        "'\(text)' does not name a feed of \(provider)",
        hints: ["see 'photomirror providers' for the feeds that \(provider) offers"])
    }
    let query = parts.count > 1 ? String(parts[1]) : ""
    self = .feed(
      provider: provider, selector: String(parts[0]), parameters: try Self.parameters(query))
  }

  /// The unique spelling: parameters sorted by name, with minimal percent-encoding.
  var canonical: String {
    guard case .feed(let provider, let selector, let parameters) = self else {
      guard case .web(let address) = self else { return "" }
      return address
    }
    let query = parameters.sorted { $0.key < $1.key }
      .map { "\(Self.encoded($0.key))=\(Self.encoded($0.value))" }
    return "\(provider):\(selector)" + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
  }

  /// Whether a web address in the text, which may follow a provider's name, has a user name or a
  /// password before its host (RFC 3986, section 3.2.1).
  private static func hasUserInfo(_ text: String) -> Bool {
    let address = text.prefix { $0 != "?" }
    guard let start = address.firstRange(of: "//")?.upperBound else { return false }
    return address[start...].prefix { !"/#\\".contains($0) }.contains("@")
  }

  /// Without the address: the password must not appear in a log.
  private static let hasSecret = UsageError(
    "a source cannot have a user name or a password in its address",
    hints: ["it would be stored in the catalog, and shown in the list of processes"])

  private static func parameters(_ query: String) throws(UsageError) -> [String: String] {
    var parameters: [String: String] = [:]
    for pair in query.split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = String(parts[0]).removingPercentEncoding, !name.isEmpty,
        let value = parts.count > 1 ? String(parts[1]).removingPercentEncoding : ""
      else { throw UsageError("'\(pair)' in the source is invalid", hints: [encodingHint]) }
      guard parameters.updateValue(value, forKey: name) == nil else {
        throw UsageError("'\(name)' is given twice in the source")
      }
    }
    return parameters
  }

  private static let encodingHint = "write NAME=VALUE, and %25 for a percent sign"

  private static func encoded(_ text: String) -> String {
    // Readable characters without a meaning in a query.
    text.percentEncoded(keeping: ",:/@")
  }

  /// Lower-case letters, digits and `-`, as a manifest's name.
  private static func isProviderName(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy {
        (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D
      }
  }

  private static func isUnfit(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace || scalar.properties.generalCategory == .control
  }

  private static func notASource(_ text: String) -> UsageError {
    UsageError(
      "'\(text)' is not a source",
      hints: correction(of: text).map { ["did you mean \($0)?"] } ?? [
        "write PROVIDER:FEED, such as flickr:recent, or a web address that starts with https://",
        "'photomirror providers' shows the sources",
      ])
  }

  /// The text that was meant by a web address without its scheme, or a provider in capitals; nil for another text.
  private static func correction(of text: String) -> String? {
    let host = text.prefix { $0 != "/" }
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    let isHost =
      labels.count > 1
      && labels.allSatisfy { label in
        !label.isEmpty
          && label.utf8.allSatisfy { Self.isProviderName(String(UnicodeScalar($0 | 0x20))) }
      }
    // A file's name has a dot too, and no address behind it.
    if isHost, host.count < text.count || host.lowercased().hasPrefix("www.") {
      return "https://\(text)"
    }
    guard let colon = text.firstIndex(of: ":") else { return nil }
    let provider = text[..<colon].lowercased()
    return isProviderName(provider) && colon < text.index(before: text.endIndex)
      ? provider + text[colon...] : nil
  }

  private static func hasSpaces(_ text: String) -> UsageError {
    let escaped = text.replacing(" ", with: "%20")
    let isFit = !escaped.unicodeScalars.contains(where: isUnfit)
    return UsageError(
      "a source has no spaces or control characters",
      hints: isFit && (try? SourceAddress(escaped)) != nil ? ["write '\(escaped)'"] : [])
  }
}
