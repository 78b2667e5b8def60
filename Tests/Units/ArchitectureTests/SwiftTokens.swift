/// The words and signs of a Swift source, without comments and literals, and the lines that are doc comments.
struct SwiftTokens {
  struct Token {
    let text: String
    /// From 1.
    let line: Int
  }

  private(set) var tokens: [Token] = []
  private(set) var documentedLines: Set<Int> = []

  private let bytes: [UInt8]
  private var place = 0
  private var line = 1

  init(_ text: String) {
    bytes = Array(text.utf8)
    while place < bytes.count { step() }
  }

  private func has(_ text: StaticString, at start: Int) -> Bool {
    let count = text.utf8CodeUnitCount
    guard start + count <= bytes.count else { return false }
    return (0..<count).allSatisfy { bytes[start + $0] == text.utf8Start[$0] }
  }

  static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x80...: true
    default: false
    }
  }

  private mutating func step() {
    let byte = bytes[place]
    if has("//", at: place) {
      if has("///", at: place) { documentedLines.insert(line) }
      while place < bytes.count, bytes[place] != 0x0A { place += 1 }
    } else if has("/*", at: place) {
      skip(past: "*/")
    } else if byte == UInt8(ascii: "\"") || has("#\"", at: place) || has("##\"", at: place) {
      skipString()
    } else if has("#/", at: place) {
      place += 1
      skip(past: "/#")
    } else if byte == UInt8(ascii: "/"), isExpressionNext {
      skipRegex()
    } else if Self.isWord(byte) {
      let start = place
      while place < bytes.count, Self.isWord(bytes[place]) { place += 1 }
      add(start..<place)
    } else {
      // Backticks only quote a word.
      if !" \t\n`".utf8.contains(byte) { add(place..<place + 1) }
      advance()
    }
  }

  private mutating func add(_ range: Range<Int>) {
    tokens.append(Token(text: String(decoding: bytes[range], as: UTF8.self), line: line))
  }

  private mutating func advance() {
    if bytes[place] == 0x0A { line += 1 }
    place += 1
  }

  private mutating func skip(past end: StaticString) {
    advance()
    while place < bytes.count, !has(end, at: place) { advance() }
    place = min(place + end.utf8CodeUnitCount, bytes.count)
  }

  /// Whether a slash begins a regular expression instead of a division.
  private var isExpressionNext: Bool {
    guard let last = tokens.last, "(,:=".contains(last.text), place + 1 < bytes.count else {
      return false
    }
    return bytes[place + 1] != 0x20
  }

  private mutating func skipRegex() {
    advance()
    while place < bytes.count, bytes[place] != UInt8(ascii: "/"), bytes[place] != 0x0A {
      place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
    }
    if place < bytes.count { advance() }
  }

  private mutating func skipString() {
    var hashes = 0
    while bytes[place] == UInt8(ascii: "#") { (hashes, place) = (hashes + 1, place + 1) }
    let quotes = has("\"\"\"", at: place) ? 3 : 1
    place += quotes
    while place < bytes.count {
      if bytes[place] == UInt8(ascii: "\\"), areHashes(hashes, at: place + 1) {
        place += 1 + hashes
        if place < bytes.count, bytes[place] == UInt8(ascii: "(") {
          skipInterpolation()
        } else if place < bytes.count {
          advance()
        }
      } else if quotes == 3 ? has("\"\"\"", at: place) : bytes[place] == UInt8(ascii: "\""),
        areHashes(hashes, at: place + quotes)
      {
        place += quotes + hashes
        return
      } else {
        advance()
      }
    }
  }

  private func areHashes(_ count: Int, at start: Int) -> Bool {
    start + count <= bytes.count
      && bytes[start..<start + count].allSatisfy { $0 == UInt8(ascii: "#") }
  }

  /// Its tokens are part of the literal.
  private mutating func skipInterpolation() {
    let before = tokens.count
    var depth = 0
    repeat {
      let count = tokens.count
      step()
      guard tokens.count > count, let last = tokens.last else { continue }
      depth += last.text == "(" ? 1 : last.text == ")" ? -1 : 0
    } while depth > 0 && place < bytes.count
    tokens.removeLast(tokens.count - before)
  }
}
