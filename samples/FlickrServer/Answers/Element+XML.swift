extension Element {
  /// Appends this element: attributes first, then text and children.
  func appendXML(to output: inout [UInt8]) {
    output.append(contentsOf: "<\(name)".utf8)
    for case .attribute(let name, let value) in parts {
      output.append(contentsOf: " \(name)=\"".utf8)
      output.appendXML(value.xmlText)
      output.append(UInt8(ascii: "\""))
    }
    output.append(UInt8(ascii: ">"))
    for part in parts {
      switch part {
      case .attribute: continue
      case .text(let text): output.appendXML(text)
      case .child(let element): element.appendXML(to: &output)
      case .list(_, let elements): for element in elements { element.appendXML(to: &output) }
      }
    }
    output.append(contentsOf: "</\(name)>\n".utf8)
  }
}

extension Scalar {
  fileprivate var xmlText: String {
    switch self {
    case .text(let text), .decimal(let text): text
    case .number(let number): String(number)
    case .null: ""
    }
  }
}

extension [UInt8] {
  /// Appends text, escaped for attributes too; characters that XML 1.0 does not allow (section 2.2)
  /// are left out.
  fileprivate mutating func appendXML(_ text: String) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): append(contentsOf: "&amp;".utf8)
      case UInt8(ascii: "<"): append(contentsOf: "&lt;".utf8)
      case UInt8(ascii: ">"): append(contentsOf: "&gt;".utf8)
      case UInt8(ascii: "\""): append(contentsOf: "&quot;".utf8)
      case 0x09, 0x0a, 0x0d: append(contentsOf: "&#\(byte);".utf8)
      case 0..<0x20: continue
      default: append(byte)
      }
    }
  }
}
