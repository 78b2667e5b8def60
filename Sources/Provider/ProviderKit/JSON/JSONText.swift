/// Writes JSON (RFC 8259).
package enum JSONText {
  /// A string in quotes. Control and invisible format characters are escaped, so that the text is one
  /// line to every reader, and safe to show on a terminal.
  package static func quoted(_ text: String) -> String {
    // Almost all texts are as they are.
    if text.utf8.withContiguousStorageIfAvailable({ $0.allSatisfy(isPlain) }) ?? false {
      return "\"" + text + "\""
    }
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      case _ where scalar.isASCII && scalar.value >= 0x20 && scalar.value != 0x7F:
        quoted.unicodeScalars.append(scalar)
      case _ where isInvisible(scalar): quoted += escaped(scalar)
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }

  /// `\u001b`; beyond the first plane as a surrogate pair (RFC 8259, section 7).
  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    String(scalar).utf16.map { unit in
      let hex = String(unit, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
    }.joined()
  }
}

extension JSONValue {
  /// The value as JSON on one line, the members of objects in the order of their names.
  package var text: String {
    switch self {
    case .null: "null"
    case .bool(let flag): "\(flag)"
    case .number(let text): text
    case .string(let text): JSONText.quoted(text)
    case .array(let elements): "[" + elements.map(\.text).joined(separator: ",") + "]"
    case .object(let members):
      "{"
        + members.all.sorted { $0.key < $1.key }
        .map { JSONText.quoted($0) + ":" + $1.text }.joined(separator: ",") + "}"
    }
  }
}
