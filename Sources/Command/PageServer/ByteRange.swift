/// The range that a Range field requests (RFC 9110, section 14.2).
package enum ByteRange: Equatable, Sendable {
  /// The whole body: there is no field, or one that is ignored.
  case whole
  case part(Range<Int>)
  /// 416.
  case unsatisfiable

  /// - Parameter length: of the whole body.
  package init(_ field: String?, length: Int) {
    self = field.flatMap { ByteRange.parsed($0, length) } ?? .whole
  }

  /// Nil for all but `bytes=FIRST-` and `bytes=FIRST-LAST`: other fields may be ignored.
  private static func parsed(_ field: String, _ length: Int) -> ByteRange? {
    guard field.lowercased().hasPrefix("bytes=") else { return nil }
    let ends = field.dropFirst(6).split(
      separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    guard ends.count == 2 else { return nil }
    guard let first = number(ends[0]) else { return nil }
    guard !ends[1].isEmpty else {
      return first < length ? .part(first..<length) : .unsatisfiable
    }
    guard let last = number(ends[1]), last >= first else { return nil }
    return first < length ? .part(first..<(min(last, length - 1) + 1)) : .unsatisfiable
  }

  /// Digits only: `Int` would accept a sign. Nil also for numbers out of range.
  private static func number(_ text: Substring) -> Int? {
    guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
      return nil
    }
    return Int(text)
  }
}
