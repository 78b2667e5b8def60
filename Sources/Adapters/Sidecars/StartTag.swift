/// The places of the attributes in a start tag that a parser has accepted.
struct StartTag {
  /// The element's name with its prefix.
  let name: String
  /// By their names with prefixes: the range within the tag, with the white space before.
  let attributes: [String: Range<Int>]

  /// - Parameter bytes: From `<` to `>`.
  init(_ bytes: ArraySlice<UInt8>) {
    let start = bytes.startIndex
    var rest = bytes.dropFirst()
    let element = rest.prefix { !Self.endsName($0) }
    name = String(decoding: element, as: UTF8.self)
    rest = rest[element.endIndex...]
    var attributes: [String: Range<Int>] = [:]
    while true {
      let begin = rest.startIndex
      rest = rest.drop(while: Self.isSpace)
      let word = rest.prefix { !Self.endsName($0) }
      guard !word.isEmpty else { break }
      rest = rest[word.endIndex...].drop { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "'") }
      guard let quote = rest.first else { break }
      rest = rest.dropFirst().drop { $0 != quote }.dropFirst()
      attributes[String(decoding: word, as: UTF8.self)] = begin - start..<rest.startIndex - start
    }
    self.attributes = attributes
  }

  private static func endsName(_ byte: UInt8) -> Bool {
    isSpace(byte) || byte == UInt8(ascii: "=") || byte == UInt8(ascii: "/")
      || byte == UInt8(ascii: ">")
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || (9...13).contains(byte)
  }
}
