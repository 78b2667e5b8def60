import ProviderKit

/// The answers of the AT Protocol.
enum BlueskyAnswer {
  /// - Throws: ``ProviderFailure``, with the server's message if it refused.
  static func object(_ answer: Answer) throws -> JSONValue {
    guard (200...299).contains(answer.status) else {
      let value = try? JSONValue(parsing: answer.body)
      let said = (value?["message"].string ?? value?["error"].string)?.cleaned(to: 200)
      throw ProviderFailure(
        .source,
        "the server answers with HTTP status \(answer.status)" + (said.map { ": \($0)" } ?? ""),
        code: answer.status)
    }
    let value = try JSONValue(parsing: answer.body)
    guard case .object = value else { throw ProviderFailure(.malformed, "the answer is no object") }
    return value
  }
}

/// The identifier of a file's content (CID, https://github.com/multiformats/cid).
enum ContentIdentifier {
  /// The SHA-256 that an identifier of raw bytes contains, in hexadecimal; nil for others.
  static func sha256(_ text: String) -> String? {
    // The letter says base32 (RFC 4648, section 6) in lower case without padding.
    guard text.first == "b", let bytes = base32(text.dropFirst()), bytes.count == 36,
      // Version 1, raw bytes, SHA-256, of 32 bytes.
      bytes.starts(with: [0x01, 0x55, 0x12, 0x20])
    else { return nil }
    return bytes.dropFirst(4).map { byte in
      let digits = String(byte, radix: 16)
      return digits.count < 2 ? "0" + digits : digits
    }.joined()
  }

  private static func base32(_ text: Substring) -> [UInt8]? {
    var (bytes, bits, count) = ([UInt8](), UInt32(0), 0)
    for byte in text.utf8 {
      let value: UInt8
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"): value = byte - UInt8(ascii: "a")
      case UInt8(ascii: "2")...UInt8(ascii: "7"): value = byte - UInt8(ascii: "2") + 26
      default: return nil
      }
      (bits, count) = ((bits << 5 | UInt32(value)) & 0xFFF, count + 5)
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    return bytes
  }
}
