/// Finds the values of a JSON text by recursive descent.
struct JSONParser {
  let bytes: UnsafeBufferPointer<UInt8>
  let mostValues: Int
  var position = 0
  private var tokens: [JSONToken] = []
  private var largeObjects: [Int] = []
  /// Number of values found so far.
  private var count = 0

  init(bytes: UnsafeBufferPointer<UInt8>, mostValues: Int) {
    (self.bytes, self.mostValues) = (bytes, mostValues)
  }

  /// More members of an object are not searched one by one.
  private static let mostSearched = 64

  /// Finds the value, which only white space may surround.
  /// - Returns: The values in the order of the text, and which of them are objects with many members.
  mutating func parse() throws(JSONFault) -> (tokens: [JSONToken], largeObjects: [Int]) {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    try readValue(depth: 0)
    skipSpace()
    guard position == bytes.count else { throw unexpected() }
    return (tokens, largeObjects)
  }

  private mutating func readValue(depth: Int) throws(JSONFault) {
    guard depth <= JSONValue.depthLimit else {
      throw .limit("the answer's JSON is nested deeper than \(JSONValue.depthLimit) levels")
    }
    count += 1
    guard count <= mostValues else {
      throw .limit("the answer's JSON has more than \(mostValues) values")
    }
    skipSpace()
    switch peek() {
    case UInt8(ascii: "{"): try readObject(depth: depth)
    case UInt8(ascii: "["): try readArray(depth: depth)
    case UInt8(ascii: "\""): try readString()
    case UInt8(ascii: "t"): try read("true", as: .yes)
    case UInt8(ascii: "f"): try read("false", as: .no)
    case UInt8(ascii: "n"): try read("null", as: .null)
    default: try readNumber()
    }
  }

  private mutating func readObject(depth: Int) throws(JSONFault) {
    let index = tokens.count
    add(.object, from: position)
    position += 1
    var members = 0
    while try !closes(with: UInt8(ascii: "}")) {
      members += 1
      try readString()
      skipSpace()
      try expect(UInt8(ascii: ":"))
      try readValue(depth: depth + 1)
      try readComma(before: UInt8(ascii: "}"))
    }
    if members > Self.mostSearched { largeObjects.append(index) }
    tokens[index].close(at: position, before: tokens.count)
  }

  private mutating func readArray(depth: Int) throws(JSONFault) {
    let index = tokens.count
    add(.array, from: position)
    position += 1
    while try !closes(with: UInt8(ascii: "]")) {
      try readValue(depth: depth + 1)
      try readComma(before: UInt8(ascii: "]"))
    }
    tokens[index].close(at: position, before: tokens.count)
  }

  private mutating func readString() throws(JSONFault) {
    skipSpace()
    try expect(UInt8(ascii: "\""))
    let start = position
    var isEscaped = false
    while true {
      position = bytes.firstSpecial(from: position)
      guard let byte = peek(), byte != UInt8(ascii: "\"") else { break }
      position += 1
      // A control character is one that sites forget to escape.
      guard byte == UInt8(ascii: "\\") else { continue }
      isEscaped = true
      try skipEscape()
    }
    add(isEscaped ? .escapedString : .string, from: start)
    try expect(UInt8(ascii: "\""))
  }

  private mutating func readNumber() throws(JSONFault) {
    let start = position
    while let byte = peek(), JSONParser.isPartOfNumber(byte) { position += 1 }
    guard JSONParser.isNumber(bytes[start..<position]) else { throw unexpected(at: start) }
    add(.number, from: start)
  }

  private mutating func read(_ word: StaticString, as kind: JSONToken.Kind) throws(JSONFault) {
    let start = position
    for offset in 0..<word.utf8CodeUnitCount { try expect(word.utf8Start[offset]) }
    add(kind, from: start)
  }

  private mutating func add(_ kind: JSONToken.Kind, from start: Int) {
    tokens.append(JSONToken(kind, start..<position, at: tokens.count))
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

  private mutating func skipSpace() {
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

  private static func isNumber(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    // Almost every number has digits only.
    if text.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) { return !text.isEmpty }
    return Double(String(decoding: text, as: UTF8.self)) != nil
  }
}
