/// Finds the ends of records. A line ends with LF, CR, or both; a line break within quotes belongs to a value (RFC 4180,
/// section 2.6).
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
      // The other half of the line end may follow.
      if next == bytes.count, bytes[next - 1] == 0x0D, !isLast { return end }
      (end, position) = (next, next)
    }
    return end
  }

  /// The place after the line end of the record that begins at a place; nil if it is not in the bytes.
  static func recordEnd(_ bytes: [UInt8], from start: Int, _ kind: ListKind) -> Int? {
    guard case .table(let separator) = kind else {
      return kind == .values
        ? valueEnd(bytes, from: start)
        : bytes[start...].firstIndex(where: isLineEnd).map { lineEnd(bytes, at: $0) }
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
      } else if isLineEnd(byte) {
        return lineEnd(bytes, at: position - 1)
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
      } else if !isLineEnd(byte) {
        value.append(byte)
        isStart = false
      }
    }
    return values + [text()]
  }

  private static func valueEnd(_ bytes: [UInt8], from start: Int) -> Int? {
    var scan = ValueScan()
    for position in start..<bytes.count {
      switch scan.take(bytes[position]) {
      case .last: return position + 1
      case .behind: return position
      case .outside, .inside: continue
      }
    }
    return nil
  }

  /// The number of values.
  static func count(_ bytes: ArraySlice<UInt8>) -> Int {
    var (scan, count) = (ValueScan(), 0)
    for byte in bytes {
      switch scan.take(byte) {
      case .last, .behind: (scan, count) = (ValueScan(), count + 1)
      case .outside, .inside: continue
      }
    }
    return count
  }

  static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  /// The place after the line end that begins at a place.
  private static func lineEnd(_ bytes: [UInt8], at place: Int) -> Int {
    let isBoth = bytes[place] == 0x0D && place + 1 < bytes.count && bytes[place + 1] == 0x0A
    return place + (isBoth ? 2 : 1)
  }

  /// The number of line ends.
  static func lines(in bytes: ArraySlice<UInt8>) -> Int {
    var (count, previous) = (0, UInt8(0))
    for byte in bytes {
      if byte == 0x0D || byte == 0x0A && previous != 0x0D { count += 1 }
      previous = byte
    }
    return count
  }
}
