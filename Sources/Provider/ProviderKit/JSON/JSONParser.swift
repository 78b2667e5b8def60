/// Parses one JSON value by recursive descent.
struct JSONParser {
  let bytes: [UInt8]
  var position = 0
  /// Number of values parsed so far.
  private var count = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// Parses the value, which only white space may surround.
  mutating func parse() throws(JSONFault) -> JSONValue {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    let value = try readValue(depth: 0)
    skipSpace()
    guard position == bytes.count else { throw unexpected() }
    return value
  }

  private mutating func readValue(depth: Int) throws(JSONFault) -> JSONValue {
    guard depth <= JSONValue.depthLimit else {
      throw .limit("the answer's JSON is nested deeper than \(JSONValue.depthLimit) levels")
    }
    count += 1
    guard count <= JSONValue.valueLimit else {
      throw .limit("the answer's JSON has more than \(JSONValue.valueLimit) values")
    }
    skipSpace()
    switch peek() {
    case UInt8(ascii: "{"): return try readObject(depth: depth)
    case UInt8(ascii: "["): return try readArray(depth: depth)
    case UInt8(ascii: "\""): return .string(try readString())
    case UInt8(ascii: "t"): return try read("true", as: .bool(true))
    case UInt8(ascii: "f"): return try read("false", as: .bool(false))
    case UInt8(ascii: "n"): return try read("null", as: .null)
    default: return try readNumber()
    }
  }

  private mutating func readObject(depth: Int) throws(JSONFault) -> JSONValue {
    var members: [String: JSONValue] = [:]
    position += 1
    while try !closes(with: UInt8(ascii: "}")) {
      let name = try readString()
      skipSpace()
      try expect(UInt8(ascii: ":"))
      members[name] = try readValue(depth: depth + 1)
      try readComma(before: UInt8(ascii: "}"))
    }
    return .object(members)
  }

  private mutating func readArray(depth: Int) throws(JSONFault) -> JSONValue {
    var elements: [JSONValue] = []
    position += 1
    while try !closes(with: UInt8(ascii: "]")) {
      elements.append(try readValue(depth: depth + 1))
      try readComma(before: UInt8(ascii: "]"))
    }
    return .array(elements)
  }

  private mutating func readNumber() throws(JSONFault) -> JSONValue {
    let start = position
    while let byte = peek(), JSONParser.isPartOfNumber(byte) { position += 1 }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    guard Double(text) != nil else { throw unexpected(at: start) }
    return .number(text)
  }

  private mutating func read(
    _ word: StaticString, as value: JSONValue
  ) throws(JSONFault) -> JSONValue {
    for offset in 0..<word.utf8CodeUnitCount { try expect(word.utf8Start[offset]) }
    return value
  }

  private mutating func closes(with end: UInt8) throws(JSONFault) -> Bool {
    skipSpace()
    guard let byte = peek() else { throw unexpected() }
    guard byte == end else { return false }
    position += 1
    return true
  }

  private mutating func readComma(before end: UInt8) throws(JSONFault) {
    skipSpace()
    guard peek() != end else { return }
    try expect(UInt8(ascii: ","))
  }
}

// MARK: - Bytes

extension JSONParser {
  func peek() -> UInt8? { position < bytes.count ? bytes[position] : nil }

  mutating func expect(_ byte: UInt8) throws(JSONFault) {
    guard peek() == byte else { throw unexpected() }
    position += 1
  }

  mutating func skipSpace() {
    while let byte = peek(), byte == 0x20 || (0x09...0x0D).contains(byte) { position += 1 }
  }

  func unexpected(at place: Int? = nil) -> JSONFault {
    let place = place ?? position
    let what =
      place < bytes.count ? "is not JSON at byte \(place)" : "ends in the middle of its JSON"
    return .syntax("the answer \(what)")
  }

  private static func isPartOfNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): true
    case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."): true
    case UInt8(ascii: "e"), UInt8(ascii: "E"): true
    default: false
    }
  }
}
