import ProviderKit

/// Corrects unambiguous errors of XML in a feed, as browsers and feedparser do. In one pass; does
/// not complete a truncated feed.
struct FeedRepair {
  /// Kinds of corrections, as worded in a note.
  enum Fault: String, CaseIterable {
    case ampersand = "an unescaped &"
    case angle = "an unescaped <"
    case reference = "an HTML character reference"
    case control = "a control character"
    case prefix = "an undeclared prefix"
  }

  var rest: ArraySlice<UInt8>
  var output: [UInt8] = []
  var faults: Set<Fault> = []
  var prefixes = FeedPrefixes()

  /// The corrected text and a sentence about the corrections; nil if there are none.
  static func corrected(_ text: String) -> (text: String, note: String)? {
    var repair = FeedRepair(rest: Array(text.utf8)[...])
    repair.output.reserveCapacity(repair.rest.count)
    while !repair.rest.isEmpty { repair.readPiece() }
    let declarations = repair.prefixes.missingDeclarations
    if let place = repair.prefixes.place, !declarations.isEmpty {
      repair.faults.insert(.prefix)
      repair.output.insert(contentsOf: declarations.utf8, at: place)
    }
    guard !repair.faults.isEmpty else { return nil }
    let faults = Fault.allCases.filter(repair.faults.contains).map(\.rawValue)
    return (
      String(decoding: repair.output, as: UTF8.self),
      "the feed is not well-formed XML; corrected to read it: \(faults.joined(separator: ", "))"
    )
  }

  private mutating func readPiece() {
    switch rest.first {
    case UInt8(ascii: "<"): readMarkup()
    case UInt8(ascii: "&"): readReference()
    default: copyCharacter()
    }
  }

  private mutating func readMarkup() {
    for (start, end) in [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>"), ("<!", ">")]
    where rest.starts(with: start.utf8) {
      copy(start.utf8.count)
      while !rest.isEmpty, !rest.starts(with: end.utf8) { copyCharacter() }
      copy(end.utf8.count)
      return
    }
    guard let next = rest.dropFirst().first, next == UInt8(ascii: "/") || Self.startsName(next)
    else { return replaceFirst(by: "&lt;", .angle) }
    readTag()
  }

  /// Keeps references of XML, replaces those of HTML by their characters, removes those to
  /// characters that XML does not allow, and turns everything else into text.
  mutating func readReference() {
    let name = rest.dropFirst().prefix(32).prefix { Self.isWord($0) || $0 == UInt8(ascii: "#") }
    guard rest[name.endIndex...].first == UInt8(ascii: ";") else {
      return replaceFirst(by: "&amp;", .ampersand)
    }
    let word = String(decoding: name, as: UTF8.self)
    if ["amp", "lt", "gt", "quot", "apos"].contains(word) { return copy(word.utf8.count + 2) }
    if word.hasPrefix("#") {
      guard let character = HTMLText.character(word), character.isAllowedInXML else {
        faults.insert(.control)
        rest = rest[name.endIndex...].dropFirst()
        return
      }
      return copy(word.utf8.count + 2)
    }
    guard let character = HTMLText.character(word) else {
      return replaceFirst(by: "&amp;", .ampersand)
    }
    faults.insert(.reference)
    output += character.utf8
    rest = rest[name.endIndex...].dropFirst()
  }

  mutating func replaceFirst(by text: String, _ fault: Fault) {
    faults.insert(fault)
    output += text.utf8
    rest = rest.dropFirst()
  }

  mutating func copy(_ count: Int) {
    output += rest.prefix(count)
    rest = rest.dropFirst(count)
  }

  /// Not allowed anywhere: most control characters, U+FFFE and U+FFFF (XML 1.0, section 2.2).
  mutating func copyCharacter() {
    guard let byte = rest.first else { return }
    let isControl = byte < 0x20 && ![0x09, 0x0A, 0x0D].contains(byte)
    let isNone =
      byte == 0xEF
      && (rest.starts(with: [0xEF, 0xBF, 0xBE]) || rest.starts(with: [0xEF, 0xBF, 0xBF]))
    guard isControl || isNone else { return copy(1) }
    faults.insert(.control)
    rest = rest.dropFirst(isNone ? 3 : 1)
  }

  /// Approximately; expat decides.
  private static func startsName(_ byte: UInt8) -> Bool {
    isWord(byte) && !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ":") || byte >= 0x80
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"):
      true
    default: false
    }
  }
}

extension Substring {
  fileprivate var isAllowedInXML: Bool {
    unicodeScalars.allSatisfy { scalar in
      switch scalar.value {
      case 0x09, 0x0A, 0x0D: true
      case 0..<0x20, 0xFFFE, 0xFFFF: false
      default: true
      }
    }
  }
}
