extension [UInt8] {
  /// The same XML in UTF-8 if its byte order mark says that it is in UTF-16 (XML 1.0, section 4.3.3), and then also its
  /// declaration; otherwise the same bytes, also if they are no valid UTF-16.
  var xmlInUTF8: [UInt8] {
    guard let isBigEndian = [[0xFE, 0xFF]: true, [0xFF, 0xFE]: false][Array(prefix(2))],
      count % 2 == 0
    else { return self }
    let (high, low) = isBigEndian ? (0, 1) : (1, 0)
    let units = stride(from: 2, to: count, by: 2).map {
      UInt16(self[$0 + high]) << 8 | UInt16(self[$0 + low])
    }
    guard let text = String(validating: units, as: UTF16.self) else { return self }
    guard text.hasPrefix("<?xml"), let end = text.firstRange(of: "?>") else {
      return Array(text.utf8)
    }
    let declaration = text[..<end.lowerBound]
      .replacing(#/encoding\s*=\s*("[^"]*"|'[^']*')/#, with: #"encoding="UTF-8""#)
    return Array(declaration.utf8) + Array(text[end.lowerBound...].utf8)
  }
}
