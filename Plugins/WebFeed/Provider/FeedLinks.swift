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
    var home = address
    var found: [(type: Int, address: String)] = []
    for tag in HTMLTags(in: String(head)) {
      if tag.name == .base, let base = tag["href"], home == address {
        home = base.resolved(against: address)
      }
      guard tag.name == .link, let href = tag["href"], let type = Self.rank(of: tag) else {
        continue
      }
      let absolute = href.resolved(against: home)
      guard absolute.isWebAddress, !found.contains(where: { $0.address == absolute }) else {
        continue
      }
      found.append((type, absolute))
      if found.count == Self.mostLinks { break }
    }
    addresses =
      found.filter { $0.type < 3 }.map(\.address) + found.filter { $0.type == 3 }.map(\.address)
  }

  /// The place of its type among those of feeds; nil for a link to anything else.
  private static func rank(of link: HTMLTag) -> Int? {
    let relations = link["rel"]?.lowercased().split(whereSeparator: \.isWhitespace) ?? []
    guard relations.contains("alternate") || relations.contains("feed") else { return nil }
    let type = link["type"]?.lowercased().prefix { $0 != ";" && !$0.isWhitespace }
    return types.firstIndex { $0 == type ?? "" }
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
