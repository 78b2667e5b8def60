/// The orientation of a stored image, by EXIF's numbers 1 to 8 (CIPA DC-008, 4.6.5, tag 0x0112).
enum Orientation: Int, CaseIterable {
  case up = 1
  case upMirrored, down, downMirrored, leftMirrored, right, rightMirrored, left

  /// From an EXIF block (a TIFF header and its first directory, read within its bounds), otherwise
  /// from an XMP packet. `up` if neither has a valid entry.
  init(exif: [UInt8], xmp: [UInt8] = []) {
    let number = TIFFDirectory(exif)?.short(for: 0x0112)
    self = number.flatMap(Orientation.init(rawValue:)) ?? Orientation(xmp: xmp) ?? .up
  }

  /// From `tiff:Orientation` (XMP, part 2, 3.3) as an attribute or an element.
  private init?(xmp: [UInt8]) {
    guard let name = xmp.firstRange(of: Array("tiff:Orientation".utf8)) else { return nil }
    let blank = Array(" \t\r\n='\">".utf8)
    let value = xmp[name.upperBound...].drop { blank.contains($0) }
    guard let digit = value.first, let end = value.dropFirst().first,
      [0x22, 0x27, 0x3C].contains(end)
    else { return nil }
    self.init(rawValue: Int(digit) - 0x30)
  }

  /// Whether width and height are swapped.
  var isTransposed: Bool { rawValue >= 5 }
}

/// The first directory of a TIFF block (TIFF 6.0, section 2), read within its bounds.
struct TIFFDirectory {
  private let bytes: [UInt8]
  private let isBigEndian: Bool
  private let start: Int
  private let count: Int

  /// Nil if the header is invalid or points outside.
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
