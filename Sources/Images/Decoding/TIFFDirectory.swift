/// The first directory of a TIFF block (TIFF 6.0, section 2), read within its bytes.
struct TIFFDirectory {
  private let bytes: [UInt8]
  private let isBigEndian: Bool
  private let start: Int
  private let count: Int

  /// Nil, where the header is none or points outside.
  init?(_ bytes: [UInt8]) {
    guard bytes.starts(with: "II*\0".utf8) || bytes.starts(with: "MM\0*".utf8) else { return nil }
    self.bytes = bytes
    isBigEndian = bytes[0] == UInt8(ascii: "M")
    guard let start = Self.number(bytes, at: 4, size: 4, isBigEndian),
      let count = Self.number(bytes, at: start, size: 2, isBigEndian)
    else { return nil }
    self.start = start + 2
    self.count = count
  }

  /// The value of the entry with this tag, if it is one SHORT.
  func short(for tag: Int) -> Int? {
    for index in 0..<count {
      let entry = start + index * 12
      guard let found = number(at: entry, size: 2) else { return nil }
      guard found == tag else { continue }
      guard number(at: entry + 2, size: 2) == 3, number(at: entry + 4, size: 4) == 1 else {
        return nil
      }
      return number(at: entry + 8, size: 2)
    }
    return nil
  }

  private func number(at offset: Int, size: Int) -> Int? {
    Self.number(bytes, at: offset, size: size, isBigEndian)
  }

  private static func number(
    _ bytes: [UInt8], at offset: Int, size: Int, _ isBigEndian: Bool
  ) -> Int? {
    guard offset + size <= bytes.count else { return nil }
    let digits = bytes[offset..<offset + size]
    return isBigEndian
      ? digits.reduce(0) { $0 << 8 | Int($1) } : digits.reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
