import ProviderKit

/// Makes elements of what a parser meets, within limits, and gives away each item of the feed once it
/// is whole, so that of a long feed only one stands in memory.
struct XMLTreeBuilder {
  /// Elements within each other.
  private static let depthLimit = 64
  /// Elements and attributes of one item, and of the feed between two items.
  private static let partLimit = 10_000
  /// Bytes of one element's text; what is more is left out. Pictures may stand far down in a long one.
  private static let textLimit = 1 << 20

  /// The feed without its items, once it has ended.
  private(set) var root: XMLElement?
  private var open: [XMLElement] = []
  private var count = 0
  private let address: FeedAddress
  private let take: (XMLElement) -> Void

  init(at address: FeedAddress, take: @escaping (XMLElement) -> Void) {
    self.address = address
    self.take = take
  }

  /// - Throws: ``ProviderFailure`` with `.malformed` at a limit, and where the root is no feed.
  mutating func start(_ element: XMLElement) throws(ProviderFailure) {
    guard !open.isEmpty || element.isFeed else {
      throw ProviderFailure(
        .malformed, "the answer is no feed: its root is <\(element.name)>",
        hint: "a page names its feed in a <link rel=\"alternate\">")
    }
    guard open.count < Self.depthLimit else {
      throw ProviderFailure(.malformed, "the feed has more than \(Self.depthLimit) nested elements")
    }
    count += 1 + element.attributeCount
    try Self.check(count: count)
    open.append(element)
    open[open.count - 1].base = base(of: element)
  }

  /// `xml:base` (XML Base, section 4; RFC 4287, section 2) may be relative to that of an outer element.
  private func base(of element: XMLElement) -> String? {
    let outer = open.dropLast().last?.base
    guard let own = element["xml:base"] else { return outer }
    let resolved = address.resolving(own, from: outer)
    return resolved.isWebAddress ? resolved : outer
  }

  /// - Throws: ``ProviderFailure`` with `.malformed` if an item has more parts than it may have.
  static func check(count: Int) throws(ProviderFailure) {
    guard count <= partLimit else {
      throw ProviderFailure(
        .malformed, "an item of the feed has more than \(partLimit) elements and attributes")
    }
  }

  /// - Parameter whole: UTF-8, of whole characters.
  mutating func add(text whole: UnsafeBufferPointer<UInt8>) {
    guard let last = open.indices.last else { return }
    var piece = whole.prefix(max(0, Self.textLimit - open[last].text.utf8.count))
    // What is left out begins where a character does.
    if piece.endIndex < whole.endIndex, whole[piece.endIndex] & 0xC0 == 0x80 {
      while let byte = piece.popLast(), byte & 0xC0 == 0x80 {}
    }
    open[last].text += String(decoding: piece, as: UTF8.self)
  }

  mutating func end() {
    guard let element = open.popLast() else { return }
    guard let parent = open.indices.last else {
      root = element
      return
    }
    if element.isItem, !open.contains(where: \.isItem) {
      count = 0
      take(element)
    } else if element.namespace == .xhtml {
      // Atom's text may be marked up (RFC 4287, section 3.1.1.3): what remains of it is the words
      // and the pictures.
      var words = element.text + (HTMLText.blocks.contains(element.name) ? "\n" : "")
      words.withUTF8 { add(text: $0) }
      open[parent].children += element.name == "img" ? [element] : element.children
    } else {
      open[parent].children.append(element)
    }
  }
}
