/// How a list is written.
enum ListKind: Equatable {
  /// An address in each line.
  case text
  /// Comma-separated values (RFC 4180), or with another separator; the first record has the names.
  case table(separator: UInt8)
  /// A JSON object in each line.
  case json

  /// By the file's name, or by its first line.
  init(path: String, firstLine: [UInt8]) {
    let name = path.lowercased()
    let first = firstLine.first { $0 != 0x20 && $0 != 0x09 && $0 < 0x80 }
    if name.hasSuffix(".csv") {
      self = .table(separator: firstLine.contains(UInt8(ascii: ",")) ? 0x2C : 0x3B)
    } else if name.hasSuffix(".tsv") {
      self = .table(separator: 0x09)
    } else if first == UInt8(ascii: "{") {
      self = .json
    } else {
      self = .text
    }
  }
}

/// Finds the ends of records. A line break within quotes belongs to a value (RFC 4180, section 2.6).
enum RecordScan {
  /// The number of bytes of the whole records.
  /// - Parameters:
  ///   - most: Of so many records.
  ///   - isLast: Whether the file ends with these bytes; then the last line needs no end.
  static func end(of bytes: [UInt8], _ kind: ListKind, atMost most: Int, isLast: Bool) -> Int {
    var (end, position) = (0, 0)
    for _ in 0..<most {
      guard let next = recordEnd(bytes, from: position, kind) else {
        return isLast ? bytes.count : end
      }
      (end, position) = (next, next)
    }
    return end
  }

  /// The place after the line end of the record that begins at a place; nil if it is not in the bytes.
  static func recordEnd(_ bytes: [UInt8], from start: Int, _ kind: ListKind) -> Int? {
    guard case .table(let separator) = kind else {
      return bytes[start...].firstIndex(of: 0x0A).map { $0 + 1 }
    }
    var (position, isStart, isQuoted) = (start, true, false)
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if isQuoted {
        guard byte == 0x22 else { continue }
        // Two quotes are one that belongs to the value.
        if position < bytes.count, bytes[position] == 0x22 {
          position += 1
        } else {
          isQuoted = false
        }
      } else if byte == 0x22, isStart {
        (isQuoted, isStart) = (true, false)
      } else if byte == 0x0A {
        return position
      } else {
        isStart = byte == separator
      }
    }
    return nil
  }

  /// The values of a record of a table, without quotes.
  static func values(of record: ArraySlice<UInt8>, separator: UInt8) -> [String] {
    var values: [String] = []
    var value: [UInt8] = []
    var position = record.startIndex
    var (isStart, isQuoted) = (true, false)
    func text() -> String { String(decoding: value, as: UTF8.self) }
    while position < record.endIndex {
      let byte = record[position]
      position += 1
      if isQuoted {
        if byte != 0x22 {
          value.append(byte)
        } else if position < record.endIndex, record[position] == 0x22 {
          value.append(byte)
          position += 1
        } else {
          isQuoted = false
        }
      } else if byte == 0x22, isStart {
        (isQuoted, isStart) = (true, false)
      } else if byte == separator {
        values.append(text())
        (value, isStart) = ([], true)
      } else if byte != 0x0A, byte != 0x0D || position < record.endIndex - 1 {
        value.append(byte)
        isStart = false
      }
    }
    return values + [text()]
  }
}
