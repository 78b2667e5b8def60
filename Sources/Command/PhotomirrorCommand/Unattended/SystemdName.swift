/// Names and words of systemd's units.
enum SystemdName {
  /// A name as part of a unit's (systemd-escape(1)).
  static func escaped(_ name: String) -> String {
    name.utf8.enumerated().map { index, byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: ":"), UInt8(ascii: "_"):
        String(Unicode.Scalar(byte))
      case UInt8(ascii: ".") where index > 0: "."
      default: "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
    }.joined()
  }

  /// The name that was escaped; nil if the text is not an escaped name.
  static func unescaped(_ text: String) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\") else {
        bytes.append(byte)
        continue
      }
      guard rest.popFirst() == UInt8(ascii: "x"),
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }

  /// A word of ExecStart= (systemd.service(5), "Command lines").
  static func quoted(_ word: String) -> String {
    let escaped = word.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      .replacing("%", with: "%%").replacing("$", with: "$$")
    return escaped.contains { $0 == " " || $0 == "\t" || $0 == "'" || $0 == "\"" || $0 == "\\" }
      ? "\"\(escaped)\"" : escaped
  }
}
