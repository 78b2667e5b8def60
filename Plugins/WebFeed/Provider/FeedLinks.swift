import ProviderKit

/// The feeds that a web page names, as a browser finds them
/// (https://html.spec.whatwg.org/multipage/links.html#rel-alternate).
struct FeedLinks {
  /// Bytes of the page in which links are looked for: they are in its head.
  private static let mostBytes = 512 << 10
  private static let mostLinks = 100
  private static let types = [
    "application/rss+xml", "application/atom+xml", "application/rdf+xml", "application/feed+json",
  ]

  /// Whether the text is a web page.
  let isPage: Bool
  /// Absolute addresses in the order of the page, those of XML first.
  let addresses: [String]

  /// - Parameter address: That of the page.
  init(in page: String, at address: String) {
    let head = Substring(page.utf8.prefix(Self.mostBytes))
    isPage = head.prefix(4096).contains(/(?i)<!doctype\s+html|<html[\s>]/)
    guard isPage else {
      addresses = []
      return
    }
    let base = head.firstMatch(of: /(?i)<base\s[^>]*>/).flatMap {
      Self.attributes(of: $0.0)["href"]
    }
    let home = base?.resolved(against: address) ?? address
    var found: [(type: Int, address: String)] = []
    for tag in head.matches(of: /(?i)<link\s[^>]*>/).prefix(Self.mostLinks) {
      let attributes = Self.attributes(of: tag.0)
      let relations = attributes["rel"]?.lowercased().split(whereSeparator: \.isWhitespace) ?? []
      let type = attributes["type"]?.lowercased().prefix { $0 != ";" && !$0.isWhitespace }
      guard relations.contains("alternate") || relations.contains("feed"),
        let href = attributes["href"],
        let rank = Self.types.firstIndex(where: { $0 == type ?? "" })
      else { continue }
      let absolute = href.resolved(against: home)
      guard absolute.isWebAddress, !found.contains(where: { $0.address == absolute }) else {
        continue
      }
      found.append((rank, absolute))
    }
    addresses =
      found.filter { $0.type < 3 }.map(\.address) + found.filter { $0.type == 3 }.map(\.address)
  }

  private static func attributes(of tag: Substring) -> [String: String] {
    var attributes: [String: String] = [:]
    for match in tag.matches(of: /([A-Za-z-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/) {
      let value = match.2 ?? match.3 ?? match.4 ?? ""
      let name = match.1.lowercased()
      if attributes[name] == nil {
        attributes[name] = HTMLText.resolving(references: String(value)).trimmed
      }
    }
    return attributes
  }

  /// What is wrong with the source, if the answer is a web page; else the parser's reason. That has a hint if the page
  /// is well-formed.
  func failure(insteadOf reason: ProviderFailure) -> ProviderFailure {
    guard isPage else { return reason }
    guard let first = addresses.first else {
      return reason.hint != nil
        ? reason
        : ProviderFailure(
          .source, "the address is that of a web page, which names no feed",
          hint: "the site may have a page that lists its feeds")
    }
    let others = addresses.dropFirst().prefix(3).map { "feed:\($0)" }
    let more = others.isEmpty ? "" : "; the page also names \(others.joined(separator: ", "))"
    return ProviderFailure(
      .source, "the address is that of a web page; its feed is \(first)",
      hint: "write feed:\(first)\(more)")
  }
}
