/// A file that is no text in UTF-8, by its first bytes.
enum ForeignList: Equatable {
  case utf16, utf32, gzip, zip, parquet, compressed, other

  /// - Returns: Nil for text.
  init?(_ head: [UInt8]) {
    if let form = Self.marks.first(where: { head.starts(with: $0.mark) })?.form {
      self = form
      return
    }
    let first = head.prefix(1024)
    guard first.contains(0) else { return nil }
    // Addresses have few characters beyond ASCII, each of which has one zero.
    let zeros = [0, 1].map { half in
      first.enumerated().count { $0.offset % 2 == half && $0.element == 0 }
    }
    let isUTF16 = first.count >= 4 && zeros.contains(0) && zeros.contains { $0 > first.count / 4 }
    self = isUTF16 ? .utf16 : .other
  }

  private static let marks: [(mark: [UInt8], form: ForeignList)] = [
    ([0xFF, 0xFE, 0, 0], .utf32), ([0, 0, 0xFE, 0xFF], .utf32), ([0xFF, 0xFE], .utf16),
    ([0xFE, 0xFF], .utf16), ([0x1F, 0x8B], .gzip), (Array("PK\u{3}\u{4}".utf8), .zip),
    (Array("PAR1".utf8), .parquet), ([0x28, 0xB5, 0x2F, 0xFD], .compressed),
    ([0xFD, 0x37, 0x7A, 0x58, 0x5A], .compressed), (Array("BZh".utf8), .compressed),
  ]

  /// What it is, and how it is converted: a sentence about the list.
  var reason: String {
    switch self {
    case .utf16: "is in UTF-16; convert it to UTF-8, as by iconv -f UTF-16 -t UTF-8"
    case .utf32: "is in UTF-32; convert it to UTF-8, as by iconv -f UTF-32 -t UTF-8"
    case .gzip: "is compressed by gzip; unpack it, as by gunzip"
    case .zip: "is a ZIP archive or a spreadsheet; unpack it, or save it as CSV in UTF-8"
    case .parquet: "is a Parquet file; write it as CSV or as lines of JSON"
    case .compressed: "is compressed; unpack it first"
    case .other: "is not text in UTF-8"
    }
  }
}
