import ProviderKit

/// A tag of HTML with its attributes, parsed in one pass.
struct HTMLTag {
  private var attributes: [String: String] = [:]

  /// A value without surrounding white space; nil if it is absent or empty.
  subscript(attribute: String) -> String? { attributes[attribute] }

  /// All tags with this lower-case name, in order.
  static func all(_ name: String, in html: String) -> [HTMLTag] {
    var (tags, rest) = ([HTMLTag](), Array(html.utf8)[...])
    while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
      rest = rest[(start + 1)...]
      let word = rest.prefix(name.utf8.count)
      guard text(word).lowercased() == name, rest[word.endIndex...].first.map(endsName) ?? false
      else { continue }
      rest = rest[word.endIndex...]
      tags.append(HTMLTag(reading: &rest))
    }
    return tags
  }

  /// Parses up to the end of the tag or of the text.
  private init(reading rest: inout ArraySlice<UInt8>) {
    while true {
      rest = rest.drop { HTMLTag.isSpace($0) || $0 == UInt8(ascii: "/") }
      guard let first = rest.first, first != UInt8(ascii: ">") else { return }
      let name = rest.prefix { !HTMLTag.endsName($0) && $0 != UInt8(ascii: "=") }
      rest = rest[name.endIndex...].drop(while: HTMLTag.isSpace)
      guard rest.first == UInt8(ascii: "=") else { continue }
      rest = rest.dropFirst().drop(while: HTMLTag.isSpace)
      let value = HTMLText.resolving(references: HTMLTag.text(HTMLTag.takeValue(&rest))).trimmed
      // HTML uses the first of two.
      let key = HTMLTag.text(name).lowercased()
      attributes[key] = attributes[key] ?? value
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

  private static func endsName(_ byte: UInt8) -> Bool {
    isSpace(byte) || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">")
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || (9...13).contains(byte)
  }
}
