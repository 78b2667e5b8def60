/// Converts HTML to plain text: removes tags, breaks lines at blocks, and resolves the common
/// character references.
package enum HTMLText {
  /// The text of HTML. White space becomes one blank, or one line break at a block; there is none at the ends. An
  /// unknown character reference stays as it is.
  package static func of(html: String) -> String {
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

  /// A `<` that begins no tag is text; an unterminated tag ends the text.
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
  package static let blocks: Set = [
    "p", "br", "div", "li", "tr", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "figure",
    "figcaption", "hr", "ul", "ol", "pre", "table",
  ]

  /// The text with its character references resolved and nothing else changed, for attribute
  /// values.
  package static func resolving(references text: String) -> String {
    var (resolved, rest) = ("", text[...])
    while let mark = rest.firstIndex(of: "&") {
      resolved += rest[..<mark]
      rest = rest[mark...]
      resolved += takeReference(&rest)
    }
    return resolved + rest
  }

  private static func readReference(_ rest: inout Substring, _ words: inout Words) {
    words.add(takeReference(&rest))
  }

  /// Resolves the reference at the beginning of the text.
  private static func takeReference(_ rest: inout Substring) -> Substring {
    let name = rest.dropFirst().prefix(10).prefix { $0 != ";" }
    let after = rest.dropFirst(1 + name.count)
    guard after.first == ";", let character = character(String(name)) else {
      defer { rest = rest.dropFirst() }
      return rest.prefix(1)
    }
    rest = after.dropFirst()
    return character
  }

  /// The character of a reference, given without `&` and `;`; nil if it is unknown.
  package static func character(_ name: String) -> Substring? {
    guard name.hasPrefix("#") else { return named[name] ?? latin1[name] }
    let digits = name.dropFirst()
    let isHex = digits.first == "x" || digits.first == "X"
    let number = isHex ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return number.flatMap(Unicode.Scalar.init).map { Substring(String($0)) }
  }

  private static let named: [String: Substring] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "hellip": "…",
    "ndash": "–", "mdash": "—", "lsquo": "‘", "rsquo": "’", "sbquo": "‚", "ldquo": "“",
    "rdquo": "”",
    "bdquo": "„", "lsaquo": "‹", "rsaquo": "›", "bull": "•", "euro": "€", "trade": "™",
    "oelig": "œ",
    "OElig": "Œ", "scaron": "š", "Scaron": "Š", "Yuml": "Ÿ", "larr": "←", "rarr": "→",
    "hearts": "♥",
  ]

  /// The names of U+00A1 to U+00FF (HTML 4.01, section 24.2.1).
  private static let latin1: [String: Substring] = {
    let names = """
      iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3
      acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc
      Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve
      Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute
      acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde
      ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml
      """
    let characters = (0xA1...0xFF).map { Substring(String(Character(Unicode.Scalar(UInt8($0))))) }
    let pairs = zip(names.split(whereSeparator: \.isWhitespace).map(String.init), characters)
    return Dictionary(uniqueKeysWithValues: pairs)
  }()
}

/// Text in which white space is one blank or one line break.
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
