/// The members of an object.
///
/// A class, because the standard library copies a container for each member.
final class JointMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
  private let document: JSONDocument
  private let place: JointPlace?
  /// The token of the object.
  private let object: Int

  init(_ decoder: JointDecoder) {
    (document, place, object) = (decoder.document, decoder.place, decoder.index)
  }

  var codingPath: [any CodingKey] { place?.path ?? [] }

  var allKeys: [Key] {
    document.names(of: object).keys.compactMap(Key.init)
  }

  func contains(_ key: Key) -> Bool { find(key) != nil }

  func decodeNil(forKey key: Key) throws -> Bool { try member(key).decodeNil() }

  // The types that a page has thousands of; the generic ones are slower, and stand for the requirements of all others.
  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try value(key) { document.text(at: $0) }
  }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
    try value(key) { document.integer(at: $0) }
  }
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    try value(key) { document.flag(at: $0) }
  }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try value(key) { _ in nil }
  }

  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try optional(key) { document.text(at: $0) }
  }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    try optional(key) { document.integer(at: $0) }
  }
  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
    try optional(key) { document.integer(at: $0) }
  }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    try optional(key) { document.double(at: $0) }
  }
  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    try optional(key) { document.flag(at: $0) }
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    try optional(key) { _ in nil }
  }

  @inline(__always)
  private func value<Value: Decodable>(_ key: Key, plain: (Int) -> Value?) throws -> Value {
    if let token = find(key), let value = plain(token) { return value }
    return try member(key).value(Value.self)
  }

  @inline(__always)
  private func optional<Value: Decodable>(_ key: Key, plain: (Int) -> Value?) throws -> Value? {
    guard let token = find(key), document.tokens[token].kind != .null else { return nil }
    return try plain(token) ?? member(key, at: token).value(Value.self)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try member(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try member(key).unkeyedContainer()
  }

  func superDecoder(forKey key: Key) throws -> any Decoder { try member(key) }

  // Classes do not cross the joint.
  func superDecoder() throws -> any Decoder {
    throw ProviderFailure(.unsupported, "no super class")
  }

  private func member(_ key: Key) throws -> JointDecoder {
    guard let token = find(key) else {
      throw DecodingError.keyNotFound(key, .init(codingPath: codingPath, debugDescription: ""))
    }
    return member(key, at: token)
  }

  private func member(_ key: Key, at token: Int) -> JointDecoder {
    JointDecoder(document, at: token, key, of: place)
  }

  /// The token of the value of a member.
  private func find(_ key: Key) -> Int? { document.member(key.stringValue, of: object) }
}

/// The elements of an array.
struct JointElements: UnkeyedDecodingContainer {
  private struct Index: CodingKey {
    let intValue: Int?
    var stringValue: String { "\(intValue ?? 0)" }

    init(intValue: Int) { self.intValue = intValue }
    init?(stringValue: String) { nil }
  }

  private let document: JSONDocument
  private let place: JointPlace?
  private let end: Int
  private var token: Int
  private(set) var currentIndex = 0

  init(_ decoder: JointDecoder) {
    (document, place) = (decoder.document, decoder.place)
    (token, end) = (decoder.index + 1, document.tokens[decoder.index].next)
  }

  var codingPath: [any CodingKey] { place?.path ?? [] }
  var count: Int? { nil }
  var isAtEnd: Bool { token >= end }

  private var element: JointDecoder {
    get throws {
      let key = Index(intValue: currentIndex)
      guard !isAtEnd else {
        let context = DecodingError.Context(codingPath: codingPath + [key], debugDescription: "")
        throw DecodingError.valueNotFound(Any.self, context)
      }
      return JointDecoder(document, at: token, key, of: place)
    }
  }

  private mutating func advance() {
    (token, currentIndex) = (document.tokens[token].next, currentIndex + 1)
  }

  mutating func decodeNil() throws -> Bool {
    guard try element.decodeNil() else { return false }
    advance()
    return true
  }

  // Stands for the requirements of all types.
  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let value = try element.value(type)
    advance()
    return value
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    let container = try element.container(keyedBy: type)
    advance()
    return container
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let container = try element.unkeyedContainer()
    advance()
    return container
  }

  mutating func superDecoder() throws -> any Decoder {
    let decoder = try element
    advance()
    return decoder
  }
}
