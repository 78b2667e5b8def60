/// The words of HTML, simply: tags go, blocks begin a line, the common character references become
/// what they stand for.
enum PlainText {
  static func of(html: String) -> String {
    var words = Words()
    var rest = html[...]
    while let mark = rest.firstIndex(where: { $0 == "<" || $0 == "&" }) {
      words.add(rest[..<mark])
      rest = rest[mark...]
      if rest.first == "<" { skipTag(&rest, &words) } else { readReference(&rest, &words) }
    }
    words.add(rest)
    return words.text
  }

  /// A `<` that begins no tag is itself; a tag without an end ends the text.
  private static func skipTag(_ rest: inout Substring, _ words: inout Words) {
    let inside = rest.dropFirst()
    guard let first = inside.first, first.isLetter || first == "/" || first == "!" || first == "?"
    else {
      words.add(rest.prefix(1))
      rest = inside
      return
    }
    let name = inside.drop { $0 == "/" }.prefix { $0.isLetter || $0.isNumber }.lowercased()
    if blocks.contains(name) { words.endLine() }
    rest = inside.firstIndex(of: ">").map { inside[inside.index(after: $0)...] } ?? ""
  }

  /// Elements that begin and end a line.
  static let blocks: Set = [
    "p", "br", "div", "li", "tr", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "figure",
    "figcaption", "hr", "ul", "ol", "pre", "table",
  ]

  private static func readReference(_ rest: inout Substring, _ words: inout Words) {
    let name = rest.dropFirst().prefix(10).prefix { $0 != ";" }
    let after = rest.dropFirst(1 + name.count)
    guard after.first == ";", let character = character(String(name)) else {
      words.add(rest.prefix(1))
      rest = rest.dropFirst()
      return
    }
    words.add(character)
    rest = after.dropFirst()
  }

  private static func character(_ name: String) -> Substring? {
    guard name.hasPrefix("#") else { return named[name] }
    let digits = name.dropFirst()
    let isHex = digits.first == "x" || digits.first == "X"
    let number = isHex ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return number.flatMap(Unicode.Scalar.init).map { Substring(String($0)) }
  }

  private static let named: [String: Substring] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "hellip": "…",
    "ndash": "–", "mdash": "—", "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”",
    "copy": "©",
  ]
}

/// Text in which white space is one blank or one line's end.
private struct Words {
  private(set) var text = ""
  private var isSpaced = false
  private var isLineEnded = false

  mutating func endLine() { isLineEnded = true }

  mutating func add(_ piece: Substring) {
    for character in piece {
      guard !character.isWhitespace else {
        isSpaced = true
        continue
      }
      if !text.isEmpty, isLineEnded || isSpaced { text += isLineEnded ? "\n" : " " }
      (isSpaced, isLineEnded) = (false, false)
      text.append(character)
    }
  }
}
