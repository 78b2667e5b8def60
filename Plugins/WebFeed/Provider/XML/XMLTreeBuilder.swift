import ProviderKit

/// Builds elements from a parser's events within limits, and passes on each item when it is
/// complete, so that only one item of a long feed is in memory.
struct XMLTreeBuilder {
  /// Limit for nested elements.
  private static let depthLimit = 64
  /// Limit for elements and attributes of one item, and of the feed between two items.
  private static let partLimit = 10_000
  /// Limit in bytes for the text of an element; the rest is dropped. Images may be far down in a
  /// long text.
  private static let textLimit = 1 << 20

  /// The feed without its items; nil before its end.
  private(set) var root: XMLElement?
  /// Whether the root is no feed.
  private(set) var isForeign = false
  private var open: [XMLElement] = []
  private var count = 0
  private var hasItem = false
  private let address: FeedAddress
  private let take: (XMLElement) -> Void

  init(at address: FeedAddress, take: @escaping (XMLElement) -> Void) {
    self.address = address
    self.take = take
  }

  /// - Throws: ``ProviderFailure`` with `.malformed` at a limit, or if the root is no feed.
  mutating func start(_ element: XMLElement) throws(ProviderFailure) {
    isForeign = open.isEmpty && !element.isFeed
    guard !isForeign else {
      throw ProviderFailure(
        .malformed, "the answer is not a feed: its root element is <\(element.name)>",
        hint: "a web page gives the address of its feed in <link rel=\"alternate\">")
    }
    guard open.count < Self.depthLimit else {
      throw ProviderFailure(.malformed, "the feed has more than \(Self.depthLimit) nested elements")
    }
    count += 1 + element.attributeCount
    try Self.check(count: count)
    let isInText = open.last.map { $0.isMarkup || $0.isText } ?? false
    open.append(element)
    open[open.count - 1].base = base(of: element)
    open[open.count - 1].isMarkup =
      element.namespace == .xhtml
      || isInText && (element.namespace == .rss || element.namespace == .atom)
  }

  /// `xml:base` (XML Base, section 4; RFC 4287, section 2) may be relative to that of an outer element.
  private func base(of element: XMLElement) -> String? {
    let outer = open.dropLast().last?.base
    guard let own = element["xml:base"] else { return outer }
    let resolved = address.resolving(own, from: outer)
    return resolved.isWebAddress ? resolved : outer
  }

  /// - Throws: ``ProviderFailure`` with `.malformed` if an item has too many parts.
  static func check(count: Int) throws(ProviderFailure) {
    guard count <= partLimit else {
      throw ProviderFailure(
        .malformed, "an item of the feed has more than \(partLimit) elements and attributes")
    }
  }

  /// The feed without its items, up to where it breaks off; an item that is not complete is left out. Nil before
  /// the first item.
  mutating func breakOff() -> XMLElement? {
    guard hasItem else { return nil }
    while root == nil {
      if open.last?.isItem ?? false { open.removeLast() } else { end() }
    }
    return root
  }

  mutating func add(text whole: String) {
    guard let last = open.indices.last else { return }
    let text = whole.prefix(bytes: max(0, Self.textLimit - open[last].text.utf8.count))
    open[last].text += open[last].isMarkup ? text.escaped : text
  }

  mutating func end() {
    guard let element = open.popLast() else { return }
    guard let parent = open.indices.last else {
      root = element
      return
    }
    if element.isItem, !open.contains(where: \.isItem) {
      (count, hasItem) = (0, true)
      take(element)
    } else if element.isMarkup {
      // Texts may contain markup (RFC 4287, section 3.1.1.3).
      let html = element.html(at: address)
      guard open[parent].text.utf8.count + html.utf8.count <= Self.textLimit else { return }
      open[parent].text += html
      open[parent].holdsXHTML = true
    } else {
      open[parent].children.append(element)
    }
  }
}

extension String {
  /// As many of the first bytes as belong to complete characters of Unicode.
  fileprivate func prefix(bytes limit: Int) -> String {
    guard utf8.count > limit else { return self }
    var end = utf8.index(startIndex, offsetBy: limit)
    while utf8[end] & 0xC0 == 0x80 { end = utf8.index(before: end) }
    return String(self[..<end])
  }
}
