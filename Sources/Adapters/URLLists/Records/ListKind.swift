/// How a list is written.
enum ListKind: Equatable {
  /// An address in each line.
  case text
  /// Comma-separated values (RFC 4180), or with another separator; the first record has the names.
  case table(separator: UInt8)
  /// A JSON object in each line.
  case json
  /// JSON values in one array, or one after the other, over any number of lines.
  case values

  /// By the file's name, or by its first line.
  init(path: String, firstLine: [UInt8]) {
    let name = path.lowercased()
    let first = firstLine.first { $0 != 0x20 && $0 != 0x09 && $0 < 0x80 }
    if name.hasSuffix(".csv") {
      self = .table(separator: [0x2C, 0x3B, 0x09].first(where: firstLine.contains) ?? 0x2C)
    } else if name.hasSuffix(".tsv") {
      self = .table(separator: 0x09)
    } else if first == UInt8(ascii: "{") {
      self = RecordScan.recordEnd(firstLine, from: 0, .values) == nil ? .values : .json
    } else if first == UInt8(ascii: "[") {
      self = .values
    } else {
      self = Self.separator(ofNames: firstLine).map { .table(separator: $0) } ?? .text
    }
  }

  /// The separator of a first line that has the names of columns, one of them that of addresses; nil if it has not.
  private static func separator(ofNames line: [UInt8]) -> UInt8? {
    // An address may have a separator itself.
    guard line.count < 4096, !String(decoding: line, as: UTF8.self).contains("://") else {
      return nil
    }
    return [0x09, 0x2C, 0x3B].first { separator in
      guard line.contains(separator) else { return false }
      let names = RecordScan.values(of: line[...], separator: separator).map {
        $0.lowercased().filter { !$0.isWhitespace }
      }
      return names.contains(where: ListColumns.Field.url.names.contains)
    }
  }

  /// What its records are counted by, for messages.
  var unit: String { self == .values ? "record" : "line" }

  /// How many of these the bytes, which are whole records, have.
  func units(in bytes: ArraySlice<UInt8>) -> Int {
    self == .values ? RecordScan.count(bytes) : RecordScan.lines(in: bytes)
  }
}
