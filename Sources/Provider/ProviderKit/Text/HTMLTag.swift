/// A tag of HTML that shows or links something: `img`, `picture`, `source`, `a`, `link` and `base`.
package struct HTMLTag {
  /// The tags that are read; all others are passed over.
  package enum Name { case image, picture, pictureEnd, source, anchor, anchorEnd, link, base }

  /// Which tag this is.
  package let name: Name
  private var attributes: [String: String] = [:]

  /// A value without surrounding white space; nil if it is absent or empty.
  package subscript(attribute: String) -> String? { attributes[attribute] }

  /// Parses up to the end of the tag or of the text.
  fileprivate init(_ name: Name, reading rest: inout ArraySlice<UInt8>) {
    self.name = name
    while true {
      rest = rest.drop { HTMLTag.isSpace($0) || $0 == UInt8(ascii: "/") }
      guard let first = rest.first, first != UInt8(ascii: ">") else { return }
      let name = rest.prefix { !HTMLTag.endsName($0) && $0 != UInt8(ascii: "=") }
      rest = rest[name.endIndex...].drop(while: HTMLTag.isSpace)
      guard rest.first == UInt8(ascii: "=") else { continue }
      rest = rest.dropFirst().drop(while: HTMLTag.isSpace)
      let value = HTMLTag.takeValue(&rest)
      let key = HTMLTag.text(name).lowercased()
      // HTML uses the first of two.
      guard attributes[key] == nil else { continue }
      attributes[key] = HTMLText.resolving(references: HTMLTag.text(value)).trimmed
    }
  }

  private static func takeValue(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      let bare = rest.prefix { !isSpace($0) && $0 != UInt8(ascii: ">") }
      rest = rest[bare.endIndex...]
      return bare
    }
    let value = rest.dropFirst().prefix { $0 != quote }
    rest = rest[value.endIndex...].dropFirst()
    return value
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }

  fileprivate static func endsName(_ byte: UInt8) -> Bool {
    isSpace(byte) || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">")
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || (9...13).contains(byte)
  }
}

/// The tags of a text in order, read in one pass.
package struct HTMLTags: Sequence, IteratorProtocol {
  /// What follows the last tag.
  private(set) var rest: ArraySlice<UInt8>

  /// - Parameter html: The text, which need not be well-formed.
  package init(in html: String) { rest = Array(html.utf8)[...] }

  /// The next tag; nil at the end of the text.
  package mutating func next() -> HTMLTag? {
    while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
      rest = rest[(start + 1)...]
      let isEnd = rest.first == UInt8(ascii: "/")
      let inside = isEnd ? rest.dropFirst() : rest
      let word = inside.prefix(8).prefix { !HTMLTag.endsName($0) }
      guard let name = Self.name(word, isEnd), word.endIndex < rest.endIndex else { continue }
      rest = rest[word.endIndex...]
      return HTMLTag(name, reading: &rest)
    }
    return nil
  }

  private static func name(_ word: ArraySlice<UInt8>, _ isEnd: Bool) -> HTMLTag.Name? {
    let isWord = { (name: StaticString) in
      zip(word, 0..<name.utf8CodeUnitCount).allSatisfy { $0 | 0x20 == name.utf8Start[$1] }
    }
    switch word.count {
    case 1 where isWord("a"): return isEnd ? .anchorEnd : .anchor
    case 7 where isWord("picture"): return isEnd ? .pictureEnd : .picture
    case 3 where !isEnd && isWord("img"): return .image
    case 6 where !isEnd && isWord("source"): return .source
    case 4 where !isEnd && isWord("link"): return .link
    case 4 where !isEnd && isWord("base"): return .base
    default: return nil
    }
  }
}

extension String {
  /// Without surrounding white space; nil if nothing is left.
  package var trimmed: String? {
    let start = drop { $0.isWhitespace }
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return nil }
    return String(start[...last])
  }
}
