/// A JSON text with the places of its values. Nothing is copied until it is read, so that a page of thousands of
/// values costs little more than its bytes.
final class JSONDocument: Sendable {
  let bytes: [UInt8]
  /// The values in the order of the text; the members of an object as a name and a value each.
  let tokens: [JSONToken]
  /// The tokens of the names in objects with many members: a stranger may send as many as a text has bytes.
  private let indexes: [Int: [String: Int]]

  /// - Parameter mostValues: A value of two bytes takes 16 in memory here, and about 200 as a ``JSONValue``.
  init(_ bytes: [UInt8], mostValues: Int) throws(JSONFault) {
    guard bytes.count < UInt32.max else { throw .limit("the answer's JSON is too long") }
    let (tokens, large) = try bytes.withUnsafeBufferPointer { bytes throws(JSONFault) in
      var parser = JSONParser(bytes: bytes, mostValues: mostValues)
      return try parser.parse()
    }
    (self.bytes, self.tokens) = (bytes, tokens)
    indexes = Dictionary(
      uniqueKeysWithValues: large.map { ($0, tokens.names(of: $0, in: bytes)) })
  }

  /// The string of a name or a value.
  func string(at index: Int) -> String { tokens[index].string(in: bytes) }

  /// Whether the string of a name or a value has these bytes.
  func isString(at index: Int, _ wanted: UnsafeBufferPointer<UInt8>) -> Bool {
    isString(tokens[index], wanted)
  }

  @inline(__always)
  private func isString(_ token: JSONToken, _ wanted: UnsafeBufferPointer<UInt8>) -> Bool {
    let place = token.bytes
    guard token.kind != .escapedString else {
      return token.string(in: bytes).utf8.elementsEqual(wanted)
    }
    guard place.count == wanted.count else { return false }
    return bytes.withUnsafeBufferPointer { bytes in
      // Backwards: the names of an object's members often begin alike.
      var offset = wanted.count - 1
      while offset >= 0, bytes[place.lowerBound + offset] == wanted[offset] { offset -= 1 }
      return offset < 0
    }
  }

  /// The token of the value of a member; nil if there is none of this name. Of equal names the first counts.
  func member(_ name: String, of object: Int) -> Int? {
    if !indexes.isEmpty, let index = indexes[object] { return index[name].map { $0 + 1 } }
    var name = name
    return name.withUTF8 { name in
      tokens.withUnsafeBufferPointer { tokens in
        let end = tokens[object].next
        var place = object + 1
        while place < end {
          if isString(tokens[place], name) { return place + 1 }
          place = tokens[place + 1].next
        }
        return nil
      }
    }
  }

  /// The tokens of the names of an object's members; of equal names the first.
  func names(of object: Int) -> [String: Int] {
    indexes[object] ?? tokens.names(of: object, in: bytes)
  }

  /// The digits of a number.
  func number(at index: Int) -> String {
    String(decoding: bytes[tokens[index].bytes], as: UTF8.self)
  }
}

/// One value of a JSON text, or the name of a member.
struct JSONToken: Sendable {
  enum Kind: Sendable { case null, no, yes, number, string, escapedString, array, object }

  let kind: Kind
  private let start: UInt32
  private var end: UInt32
  private var after: UInt32 = 0

  init(_ kind: Kind, _ bytes: Range<Int>, at index: Int) {
    self.kind = kind
    (start, end) = (UInt32(bytes.lowerBound), UInt32(bytes.upperBound))
    after = UInt32(truncatingIfNeeded: index + 1)
  }

  /// The bytes of the value; of a string those between the quotes.
  var bytes: Range<Int> { Int(start)..<Int(end) }

  /// The index of the token after the value and everything in it.
  var next: Int { Int(after) }

  /// Ends an array or an object.
  mutating func close(at position: Int, before next: Int) {
    (end, after) = (UInt32(position), UInt32(truncatingIfNeeded: next))
  }

  /// The string of a name or a value.
  fileprivate func string(in text: [UInt8]) -> String {
    text.withUnsafeBufferPointer { text in
      let string = UnsafeBufferPointer(rebasing: text[bytes])
      return kind == .escapedString
        ? JSONEscape.unescaped(string) : String(decoding: string, as: UTF8.self)
    }
  }
}

extension [JSONToken] {
  fileprivate func names(of object: Int, in text: [UInt8]) -> [String: Int] {
    var (names, place) = ([String: Int](), object + 1)
    while place < self[object].next {
      let name = self[place].string(in: text)
      if names[name] == nil { names[name] = place }
      place = self[place + 1].next
    }
    return names
  }
}

extension JSONValue {
  /// The value of a token, with a copy of its string.
  init(_ document: JSONDocument, at index: Int = 0) {
    let token = document.tokens[index]
    switch token.kind {
    case .null: self = .null
    case .no, .yes: self = .bool(token.kind == .yes)
    case .number: self = .number(document.number(at: index))
    case .string, .escapedString: self = .string(document.string(at: index))
    case .array:
      var elements: [JSONValue] = []
      var place = index + 1
      while place < token.next {
        elements.append(JSONValue(document, at: place))
        place = document.tokens[place].next
      }
      self = .array(elements)
    case .object: self = .object(JSONMembers(document, of: index))
    }
  }
}
