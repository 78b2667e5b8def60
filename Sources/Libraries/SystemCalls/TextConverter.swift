import Glibc

/// Text in an encoding of iconv(3).
package enum TextConverter {
  private static let step = 1 << 14

  /// The text of bytes.
  /// - Parameters:
  ///   - encoding: Its name in glibc, which no stranger chooses.
  ///   - errors: How many invalid bytes are replaced; more end the conversion.
  ///   - replacement: Gets an invalid byte.
  /// - Returns: Nil after too many errors, or if this system's iconv lacks the encoding.
  package static func text(
    of bytes: [UInt8], in encoding: String, errors: Int,
    replacement: (UInt8) -> Unicode.Scalar
  ) -> String? {
    guard let converter = iconv_open("UTF-8", encoding), Int(bitPattern: converter) != -1 else {
      return nil
    }
    defer { iconv_close(converter) }
    var (source, text) = (bytes.map(CChar.init(bitPattern:)), [UInt8]())
    var errorsLeft = errors
    text.reserveCapacity(bytes.count * 2)
    let isWhole = source.withUnsafeMutableBufferPointer { source in
      var (next, left) = (source.baseAddress, source.count)
      while left > 0, let error = convert(converter, &next, &left, to: &text) {
        guard error != E2BIG, left > 0, let wrong = next else { continue }
        text += String(replacement(UInt8(bitPattern: wrong.pointee))).utf8
        (next, left) = (wrong + 1, left - 1)
        errorsLeft -= 1
        guard errorsLeft > 0 else { return false }
      }
      return true
    }
    return isWhole ? String(decoding: text, as: UTF8.self) : nil
  }

  /// Converts as much as fits into one piece.
  /// - Returns: `errno`; nil once all bytes are converted.
  private static func convert(
    _ converter: iconv_t, _ next: inout UnsafeMutablePointer<CChar>?, _ left: inout Int,
    to text: inout [UInt8]
  ) -> Int32? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: step) { piece in
      var (end, room) = (piece.baseAddress, piece.count)
      let isWhole = iconv(converter, &next, &left, &end, &room) != -1
      let error = isWhole ? nil : errno
      text += piece.prefix(piece.count - room).map(UInt8.init(bitPattern:))
      return error
    }
  }
}
