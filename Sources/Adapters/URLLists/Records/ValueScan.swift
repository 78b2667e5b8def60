/// Finds the ends of JSON values that follow one another, byte by byte. White space, commas and the brackets of an array
/// are between them.
struct ValueScan {
  enum Step {
    /// Between values.
    case outside
    case inside
    /// The last byte of a value.
    case last
    /// The first byte after a value that has no end mark, such as a number.
    case behind
  }

  private var depth = 0
  private var isQuoted = false
  private var isEscaped = false
  private var isBare = false

  static func isSeparator(_ byte: UInt8) -> Bool { " \t\r\n,[]".utf8.contains(byte) }

  mutating func take(_ byte: UInt8) -> Step {
    if isQuoted { return takeQuoted(byte) }
    switch byte {
    case UInt8(ascii: "\""): isQuoted = true
    case UInt8(ascii: "{"): depth += 1
    case UInt8(ascii: "[") where depth > 0: depth += 1
    case UInt8(ascii: "}") where depth > 0, UInt8(ascii: "]") where depth > 0:
      depth -= 1
      if depth == 0 { return .last }
    case _ where depth == 0:
      if Self.isSeparator(byte) { return isBare ? .behind : .outside }
      // A byte order mark.
      if !isBare, byte >= 0x80 { return .outside }
      isBare = true
    default: break
    }
    return .inside
  }

  private mutating func takeQuoted(_ byte: UInt8) -> Step {
    if isEscaped {
      isEscaped = false
    } else if byte == UInt8(ascii: "\\") {
      isEscaped = true
    } else if byte == UInt8(ascii: "\"") {
      isQuoted = false
      if depth == 0 { return .last }
    }
    return .inside
  }
}

extension String {
  /// JSON in which `NaN` and `Infinity`, which Python writes and JSON lacks, are null.
  var withoutNaN: String {
    guard contains("NaN") || contains("Infinity") else { return self }
    var (bytes, result, isQuoted) = (Array(utf8)[...], [UInt8](), false)
    while let byte = bytes.first {
      let word = isQuoted ? nil : Self.noNumbers.first { bytes.starts(with: $0.utf8) }
      if let word {
        result += "null".utf8
        bytes = bytes.dropFirst(word.utf8.count)
        continue
      }
      if isQuoted, byte == UInt8(ascii: "\\") {
        result += bytes.prefix(2)
        bytes = bytes.dropFirst(2)
        continue
      }
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      result.append(byte)
      bytes = bytes.dropFirst()
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static let noNumbers = ["NaN", "-Infinity", "Infinity"]
}
