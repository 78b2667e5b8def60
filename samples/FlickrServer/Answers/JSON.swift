/// A value of an answer. Members keep their order; an absent one is left out.
///
/// Flickr derives its JSON from XML: text within an element is its member `_content`.
enum JSON {
  case text(String)
  /// A number as it is written.
  case digits(String)
  case null
  case list([JSON])
  case object([(name: String, value: JSON)])
  case absent

  static func number(_ number: Int) -> JSON { .digits(String(number)) }

  static func content(_ text: String) -> JSON { ["_content": .text(text)] }

  /// A number as a number or as text, depending on the random: Flickr is inconsistent, too.
  static func erratic(_ number: Int, _ random: SeededGenerator) -> JSON {
    random.chance(.numberQuirk, oneIn: 2) ? .text(String(number)) : .number(number)
  }

  /// The object with more members, or the value itself if it is none.
  func with(_ more: JSON) -> JSON {
    guard case .object(let members) = self, case .object(let others) = more else { return self }
    return .object(members + others)
  }

  /// The object without some members.
  func without(_ names: Set<String>) -> JSON {
    guard case .object(let members) = self else { return self }
    return .object(members.filter { !names.contains($0.name) })
  }
}

extension JSON: ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral,
  ExpressibleByDictionaryLiteral
{
  init(stringLiteral text: String) { self = .text(text) }
  init(integerLiteral number: Int) { self = .number(number) }
  init(dictionaryLiteral members: (String, JSON)...) {
    self = .object(members.map { (name: $0.0, value: $0.1) })
  }
}

extension JSON {
  var bytes: [UInt8] {
    var output: [UInt8] = []
    write(to: &output)
    return output
  }

  private func write(to output: inout [UInt8]) {
    switch self {
    case .text(let text): JSON.write(text, to: &output)
    case .digits(let digits): output += digits.utf8
    case .null, .absent: output += "null".utf8
    case .list(let values):
      JSON.write("[", values, "]", to: &output) { $0.write(to: &$1) }
    case .object(let members):
      let there = members.filter { if case .absent = $0.value { false } else { true } }
      JSON.write("{", there, "}", to: &output) { member, output in
        JSON.write(member.name, to: &output)
        output += ":".utf8
        member.value.write(to: &output)
      }
    }
  }

  private static func write<Part>(
    _ first: String, _ parts: [Part], _ last: String, to output: inout [UInt8],
    each: (Part, inout [UInt8]) -> Void
  ) {
    output += first.utf8
    for (place, part) in parts.enumerated() {
      if place > 0 { output += ",".utf8 }
      each(part, &output)
    }
    output += last.utf8
  }

  /// A string (RFC 8259, section 7).
  private static func write(_ text: String, to output: inout [UInt8]) {
    output += "\"".utf8
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"):
        output += [UInt8(ascii: "\\"), byte]
      case 0..<0x20: output += ((byte < 0x10 ? "\\u000" : "\\u00") + String(byte, radix: 16)).utf8
      default: output.append(byte)
      }
    }
    output += "\"".utf8
  }
}
