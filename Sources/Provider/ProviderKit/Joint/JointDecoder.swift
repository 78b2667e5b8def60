/// Decodes values from JSON, as JSONDecoder does but in a quarter of its time: a page has tens of thousands of them.
///
/// Of members with the same name the first counts. What ``JSONValue/init(parsing:)`` tolerates is tolerated here too.
struct JointDecoder: Decoder {
  /// Values of one message: more than a page of the largest allowed number of photos and sizes has.
  private static let mostValues = 8 << 20

  let document: JSONDocument
  /// The token of the value.
  let index: Int
  private let key: (any CodingKey)?
  private let parent: JointPlace?

  /// A value within another one.
  init(_ document: JSONDocument, at index: Int, _ key: any CodingKey, of parent: JointPlace?) {
    (self.document, self.index, self.key, self.parent) = (document, index, key, parent)
  }

  /// - Throws: ``JSONFault`` if the bytes are not JSON.
  init(_ bytes: [UInt8]) throws(JSONFault) {
    document = try JSONDocument(bytes, mostValues: Self.mostValues)
    (index, key, parent) = (0, nil, nil)
  }

  /// The place of the value; nil at the root.
  var place: JointPlace? { key.map { JointPlace($0, of: parent) } }

  var codingPath: [any CodingKey] { place?.path ?? [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    try expect(.object, as: [String: Any].self)
    return KeyedDecodingContainer(JointMembers(self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try expect(.array, as: [Any].self)
    return JointElements(self)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  var kind: JSONToken.Kind { document.tokens[index].kind }

  private func expect(_ wanted: JSONToken.Kind, as type: Any.Type) throws {
    guard kind == wanted else { throw mismatch(type) }
  }

  func mismatch(_ type: Any.Type) -> DecodingError {
    let context = DecodingError.Context(codingPath: codingPath, debugDescription: "")
    return kind == .null ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }
}

/// The way from the root of a message to a value, for errors.
final class JointPlace {
  private let parent: JointPlace?
  private let key: any CodingKey

  init(_ key: any CodingKey, of parent: JointPlace?) { (self.key, self.parent) = (key, parent) }

  /// From the root.
  var path: [any CodingKey] {
    Array(sequence(first: self, next: \.parent).map(\.key).reversed())
  }
}

extension JointDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { kind == .null }

  // Stands for the requirements of all types.
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if let type = type as? any FixedWidthInteger.Type, let value = try integer(type) as? Value {
      return value
    }
    if type == Float.self {
      return try number(document.double(at: index).flatMap { Float($0).isFinite ? Float($0) : nil })
    }
    return try value(type)
  }

  /// Decodes a value of any type.
  func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if type == String.self { return try plain(document.text(at: index)) }
    if type == Bool.self { return try plain(document.flag(at: index)) }
    if type == Int.self { return try number(document.integer(at: index) as Int?) }
    if type == Int64.self { return try number(document.integer(at: index) as Int64?) }
    if type == Double.self { return try number(document.double(at: index)) }
    return try list(type) ?? Value(from: self)
  }

  /// The lists that each photo of a page has, without containers; nil for others.
  private func list<Value>(_ type: Value.Type) -> Value? {
    if type == [Rendition].self {
      let list = document.elements(at: index) { Rendition(plain: document, at: $0) }
      return list.map { unsafeBitCast($0, to: Value.self) }
    }
    guard type == [String].self else { return nil }
    let list = document.elements(at: index) { document.text(at: $0) }
    return list.map { unsafeBitCast($0, to: Value.self) }
  }

  private func plain<Plain, Value>(_ value: Plain?) throws -> Value {
    guard let value else { throw mismatch(Plain.self) }
    return unsafeBitCast(value, to: Value.self)
  }

  private func integer<Number: FixedWidthInteger>(_ type: Number.Type) throws -> Number {
    try number(document.integer(at: index) as Number?)
  }

  private func number<Number, Value>(_ number: Number?) throws -> Value {
    guard kind != .number || number != nil else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: codingPath, debugDescription: "the number is out of range"))
    }
    return try plain(number)
  }
}

/// The values of messages; nil for one of another kind, or out of range.
extension JSONDocument {
  @inline(__always)
  func text(at index: Int) -> String? {
    switch tokens[index].kind {
    case .string, .escapedString: string(at: index)
    default: nil
    }
  }

  @inline(__always)
  func flag(at index: Int) -> Bool? {
    switch tokens[index].kind {
    case .yes: true
    case .no: false
    default: nil
    }
  }

  /// As in JSONDecoder, 12.0 is a whole number.
  @inline(__always)
  func integer<Number: FixedWidthInteger>(at index: Int) -> Number? {
    guard tokens[index].kind == .number else { return nil }
    let digits = number(at: index)
    return Number(digits) ?? Double(digits).flatMap { Number(exactly: $0) }
  }

  /// Nil also if an element is nil.
  func elements<Element>(at index: Int, _ element: (Int) -> Element?) -> [Element]? {
    guard tokens[index].kind == .array else { return nil }
    let end = tokens[index].next
    var (count, place) = (0, index + 1)
    while place < end, count < JointLimits.renditions {
      (count, place) = (count + 1, tokens[place].next)
    }
    var elements: [Element] = []
    // A page keeps thousands of these lists: each takes the room that it needs, not the next power of two.
    elements.reserveCapacity(count)
    place = index + 1
    while place < end {
      guard let element = element(place) else { return nil }
      elements.append(element)
      place = tokens[place].next
    }
    return elements
  }

  @inline(__always)
  func double(at index: Int) -> Double? {
    guard tokens[index].kind == .number, let number = Double(number(at: index)), number.isFinite
    else { return nil }
    return number
  }
}
