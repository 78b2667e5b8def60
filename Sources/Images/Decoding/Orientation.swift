/// How a stored picture is to be turned, by EXIF's numbers 1 to 8 (CIPA DC-008, 4.6.5, tag 0x0112).
enum Orientation: Int, CaseIterable {
  case up = 1
  case upMirrored, down, downMirrored, leftMirrored, right, rightMirrored, left

  /// From an EXIF block: a TIFF header and its first directory, walked within the bytes at hand.
  /// `up` where there is no such entry or none that makes sense.
  init(exif: [UInt8]) {
    self = TIFFDirectory(exif)?.short(for: 0x0112).flatMap(Orientation.init(rawValue:)) ?? .up
  }

  /// Whether width and height change places.
  var isTransposed: Bool { rawValue >= 5 }
}
