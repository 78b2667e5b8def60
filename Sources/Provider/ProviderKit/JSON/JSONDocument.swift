/// A JSON text with the places of its values. Nothing is copied until it is read, so that a page of thousands of
/// values costs little more than its bytes.
final class JSONDocument: Sendable {
  let bytes: [UInt8]
  /// The values in the order of the text; the members of an object as a name and a value each.
  let tokens: [JSONToken]

  /// - Parameter mostValues: A value of two bytes takes 16 in memory here, and about 200 as a ``JSONValue``.
  init(_ bytes: [UInt8], mostValues: Int) throws(JSONFault) {
    guard bytes.count < UInt32.max else { throw .limit("the answer's JSON is too long") }
    tokens = try bytes.withUnsafeBufferPointer { bytes throws(JSONFault) in
      var parser = JSONParser(bytes: bytes, mostValues: mostValues)
      return try parser.parse()
    }
    self.bytes = bytes
  }

  /// The string of a name or a value.
  func string(at index: Int) -> String {
    let token = tokens[index]
    return bytes.withUnsafeBufferPointer { bytes in
      let text = UnsafeBufferPointer(rebasing: bytes[token.bytes])
      return token.kind == .escapedString
        ? JSONEscape.unescaped(text) : String(decoding: text, as: UTF8.self)
    }
  }

  /// Whether the string of a name or a value has these bytes.
  func isString(at index: Int, _ wanted: UnsafeBufferPointer<UInt8>) -> Bool {
    let token = tokens[index]
    guard token.bytes.count == wanted.count else {
      return token.kind == .escapedString && string(at: index).utf8.elementsEqual(wanted)
    }
    return bytes.withUnsafeBufferPointer { $0[token.bytes].elementsEqual(wanted) }
  }

  /// The number of members of an object, counting those with the same name.
  fileprivate func memberCount(of object: Int) -> Int {
    var (count, place) = (0, object + 1)
    while place < tokens[object].next { (count, place) = (count + 1, tokens[place + 1].next) }
    return count
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
}

extension JSONValue {
  /// The value of a token, with copies of its strings.
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
    case .object:
      var members = [String: JSONValue](minimumCapacity: document.memberCount(of: index))
      var place = index + 1
      while place < token.next {
        members[document.string(at: place)] = JSONValue(document, at: place + 1)
        place = document.tokens[place + 1].next
      }
      self = .object(members)
    }
  }
}
