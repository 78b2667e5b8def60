/// Divides a template's text into components and pieces.
struct NameTemplateScanner {
  private var rest: Substring

  init(_ text: String) { rest = text[...] }

  mutating func components() throws(NameTemplateError) -> [[NameTemplate.Piece]] {
    var components: [[NameTemplate.Piece]] = [[]]
    var text = ""
    while let character = rest.popFirst() {
      if character == "{" || character == "/", !text.isEmpty {
        components[components.count - 1].append(.text(text))
        text = ""
      }
      switch character {
      case "{": components[components.count - 1].append(try field())
      case "/": components.append([])
      case "}": throw NameTemplateError("'}' has no '{'")
      default: text.append(try Self.checked(character))
      }
    }
    if !text.isEmpty { components[components.count - 1].append(.text(text)) }
    return components
  }

  /// Letters and digits of every script, and marks that no file system reserves.
  private static func checked(_ character: Character) throws(NameTemplateError) -> Character {
    guard character.isLetter || character.isNumber || " _-.,@+=()[]~!'".contains(character) else {
      throw NameTemplateError("a name cannot contain \(quoted(character))")
    }
    return character
  }

  private static func quoted(_ character: Character) -> String {
    let isShown = character.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value != 0x7F }
    let code = character.unicodeScalars.first.map { String($0.value, radix: 16, uppercase: true) }
    return isShown ? "'\(character)'" : "the character U+\(code ?? "0")"
  }

  /// After its `{`.
  private mutating func field() throws(NameTemplateError) -> NameTemplate.Piece {
    guard let end = rest.firstIndex(of: "}"), !rest[..<end].contains("{") else {
      throw NameTemplateError("'{' has no '}'")
    }
    let inside = rest[..<end]
    rest = rest[rest.index(after: end)...]
    let parts = inside.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
    let words = parts[0].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let field = NameTemplate.Field(rawValue: String(words[0])) else {
      let names = NameTemplate.Field.allCases.map(\.rawValue).joined(separator: ", ")
      throw NameTemplateError("there is no field '{\(words[0])}'; the fields are \(names)")
    }
    var fallback: String?
    if parts.count > 1 {
      var text = ""
      for character in parts[1] {
        text.append(try Self.checked(character))
      }
      guard !text.isEmpty, text.utf8.count <= NameTemplate.mostText else {
        throw NameTemplateError("the fallback of '{\(inside)}' is empty or too long")
      }
      fallback = text
    }
    let format = try Self.format(of: field, words.count > 1 ? words[1] : nil)
    return .field(field, format: format, fallback: fallback)
  }

  private static func format(
    of field: NameTemplate.Field, _ text: Substring?
  ) throws(NameTemplateError) -> NameFormat {
    if field.isDate { return .date(try dateParts(text ?? "yyyy-MM-dd")) }
    guard let text else { return .whole }
    guard let width = Int(text), (1...200).contains(width) else {
      throw NameTemplateError("'{\(field.rawValue):\(text)}' needs a width of 1 to 200 characters")
    }
    guard field != .id else { throw NameTemplateError("an id cannot be cut") }
    return .width(width)
  }

  private static let words: [(String, NameDatePart)] = [
    ("yyyy", .year), ("MM", .month), ("dd", .day), ("HH", .hour), ("mm", .minute),
    ("ss", .second),
  ]

  private static func dateParts(_ text: Substring) throws(NameTemplateError) -> [NameDatePart] {
    var (parts, rest) = ([NameDatePart](), text)
    while let first = rest.first {
      if let (word, part) = words.first(where: { rest.hasPrefix($0.0) }) {
        parts.append(part)
        rest = rest.dropFirst(word.count)
      } else if "-_. ".contains(first) {
        parts.append(.text(String(first)))
        rest = rest.dropFirst()
      } else {
        throw NameTemplateError("a date has yyyy, MM, dd, HH, mm and ss, not '\(rest)'")
      }
    }
    guard parts.contains(where: { if case .text = $0 { false } else { true } }) else {
      throw NameTemplateError("a date's format is empty")
    }
    return parts
  }
}
