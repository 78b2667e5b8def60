/// Encodes values as JSON, as JSONEncoder does but in a quarter of its time: the members in their order, without white
/// space.
///
/// A value opens one container and fills it before its parent's next one, as encoders that the compiler makes do.
struct JointEncoder: Encoder, SingleValueEncodingContainer {
  let output: JointOutput
  /// How many containers are open around the value.
  let depth: Int

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// UTF-8 JSON of `value`.
  static func encode(_ value: some Encodable) throws -> [UInt8] {
    let output = JointOutput()
    try JointEncoder(output: output, depth: 0).write(value)
    output.close(to: 0)
    return output.bytes
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    output.open(UInt8(ascii: "{"), UInt8(ascii: "}"), at: depth)
    return KeyedEncodingContainer(JointObject(output: output, depth: depth + 1))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    output.open(UInt8(ascii: "["), UInt8(ascii: "]"), at: depth)
    return JointArray(output: output, depth: depth + 1)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  func encodeNil() { output.write("null") }

  // Stands for the requirements of all types.
  func encode<Value: Encodable>(_ value: Value) throws {
    if let number = value as? any FixedWidthInteger { return output.write(number.description) }
    if let number = value as? Float { return try write(Double(number)) }
    try write(value)
  }

  @inline(__always)
  func write<Value: Encodable>(_ value: Value) throws {
    if Value.self == String.self {
      return output.write(quoted: unsafeBitCast(value, to: String.self))
    }
    if Value.self == Int.self {
      return output.write(unsafeBitCast(value, to: Int.self).description)
    }
    if Value.self == Int64.self {
      return output.write(unsafeBitCast(value, to: Int64.self).description)
    }
    if Value.self == Bool.self {
      return output.write(unsafeBitCast(value, to: Bool.self).description)
    }
    if Value.self == Double.self { return try output.write(unsafeBitCast(value, to: Double.self)) }
    if Value.self == [Rendition].self {
      return try write(renditions: unsafeBitCast(value, to: [Rendition].self))
    }
    let start = output.count
    try value.encode(to: self)
    // A type without members opens no container.
    if output.count == start { output.write("{}") }
  }

  /// The list that each photo of a page has, without a container.
  private func write(renditions: [Rendition]) throws {
    output.open(UInt8(ascii: "["), UInt8(ascii: "]"), at: depth)
    for rendition in renditions {
      output.begin(at: depth + 1)
      guard !rendition.writePlain(to: output) else { continue }
      try rendition.encode(to: JointEncoder(output: output, depth: depth + 1))
    }
  }
}

/// The members of an object.
private struct JointObject<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let output: JointOutput
  let depth: Int

  var codingPath: [any CodingKey] { [] }

  private func member(_ name: String) -> JointEncoder {
    output.begin(at: depth)
    output.write(quoted: name)
    output.append(UInt8(ascii: ":"))
    return JointEncoder(output: output, depth: depth)
  }

  func encodeNil(forKey key: Key) { member(key.stringValue).encodeNil() }

  // The types that a page has thousands of; the generic one is slower, and stands for the requirements of all others.
  func encode(_ value: String, forKey key: Key) throws {
    member(key.stringValue).output.write(quoted: value)
  }

  func encode(_ value: Int, forKey key: Key) throws {
    member(key.stringValue).output.write(value.description)
  }

  func encode(_ value: Bool, forKey key: Key) throws {
    member(key.stringValue).output.write(value.description)
  }

  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    try member(key.stringValue).write(value)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    member(key.stringValue).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    member(key.stringValue).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { member("super") }

  func superEncoder(forKey key: Key) -> any Encoder { member(key.stringValue) }
}

/// The elements of an array.
private struct JointArray: UnkeyedEncodingContainer {
  let output: JointOutput
  let depth: Int
  private(set) var count = 0

  init(output: JointOutput, depth: Int) { (self.output, self.depth) = (output, depth) }

  var codingPath: [any CodingKey] { [] }

  private mutating func element() -> JointEncoder {
    output.begin(at: depth)
    count += 1
    return JointEncoder(output: output, depth: depth)
  }

  mutating func encodeNil() { element().encodeNil() }

  // Stands for the requirements of all types.
  mutating func encode<Value: Encodable>(_ value: Value) throws { try element().write(value) }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> {
    element().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    element().unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder { element() }
}
