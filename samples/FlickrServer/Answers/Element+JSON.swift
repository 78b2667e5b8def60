extension Element {
  /// Appends the value of this element: an object.
  func appendJSON(to output: inout [UInt8]) {
    output.append(UInt8(ascii: "{"))
    for (place, part) in parts.enumerated() {
      if place > 0 { output.append(UInt8(ascii: ",")) }
      part.appendJSON(to: &output)
    }
    output.append(UInt8(ascii: "}"))
  }
}

extension Element.Part {
  /// Appends a member: a name and its value.
  fileprivate func appendJSON(to output: inout [UInt8]) {
    switch self {
    case .attribute(let name, let value):
      output.appendJSON(name, ":")
      value.appendJSON(to: &output)
    case .child(let element):
      output.appendJSON(element.name, ":")
      element.appendJSON(to: &output)
    case .text(let text):
      output.appendJSON("_content", ":")
      output.appendJSON(text)
    case .list(let name, let elements):
      output.appendJSON(name, ":[")
      for (place, element) in elements.enumerated() {
        if place > 0 { output.append(UInt8(ascii: ",")) }
        element.appendJSON(to: &output)
      }
      output.append(UInt8(ascii: "]"))
    }
  }
}

extension Scalar {
  fileprivate func appendJSON(to output: inout [UInt8]) {
    switch self {
    case .text(let text): output.appendJSON(text)
    case .number(let number): output.append(contentsOf: String(number).utf8)
    case .decimal(let digits): output.append(contentsOf: digits.utf8)
    case .null: output.append(contentsOf: "null".utf8)
    }
  }
}

extension [UInt8] {
  /// Appends a string (RFC 8259, section 7), then `end` as it is.
  fileprivate mutating func appendJSON(_ text: String, _ end: String = "") {
    append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"):
        append(UInt8(ascii: "\\"))
        append(byte)
      case 0..<0x20:
        let digits = String(byte, radix: 16)
        append(contentsOf: (byte < 0x10 ? "\\u000" : "\\u00").utf8)
        append(contentsOf: digits.utf8)
      default: append(byte)
      }
    }
    append(UInt8(ascii: "\""))
    append(contentsOf: end.utf8)
  }
}
