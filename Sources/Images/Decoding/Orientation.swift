/// How a stored picture is to be turned, by EXIF's numbers 1 to 8 (CIPA DC-008, 4.6.5, tag 0x0112).
enum Orientation: Int, CaseIterable {
  case up = 1
  case upMirrored, down, downMirrored, leftMirrored, right, rightMirrored, left

  /// From an EXIF block: a TIFF header and its first directory, walked within the bytes at hand; where
  /// that does not say it, from an XMP packet. `up` where neither has an entry that makes sense.
  init(exif: [UInt8], xmp: [UInt8] = []) {
    let number = TIFFDirectory(exif)?.short(for: 0x0112)
    self = number.flatMap(Orientation.init(rawValue:)) ?? Orientation(xmp: xmp) ?? .up
  }

  /// From `tiff:Orientation` (XMP, part 2, 3.3), as an attribute or an element, whatever stands around it.
  private init?(xmp: [UInt8]) {
    guard let name = xmp.firstRange(of: Array("tiff:Orientation".utf8)) else { return nil }
    let blank = Array(" \t\r\n='\">".utf8)
    let value = xmp[name.upperBound...].drop { blank.contains($0) }
    guard let digit = value.first, let end = value.dropFirst().first,
      [0x22, 0x27, 0x3C].contains(end)
    else { return nil }
    self.init(rawValue: Int(digit) - 0x30)
  }

  /// Whether width and height change places.
  var isTransposed: Bool { rawValue >= 5 }
}
