/// An ICC profile for a thumbnail: its header (ICC.1:2010, 7.2) matches its length and the pixels.
struct ColorProfile {
  let bytes: [UInt8]

  /// - Parameter channels: 1 grey, 3 RGB, 4 RGBA.
  init?(_ bytes: [UInt8], channels: Int) {
    let space = channels == 1 ? "GRAY" : "RGB "
    guard bytes.count >= 132, bytes[36..<40].elementsEqual("acsp".utf8),
      bytes[16..<20].elementsEqual(space.utf8),
      bytes[..<4].reduce(0, { $0 << 8 | Int($1) }) == bytes.count
    else { return nil }
    self.bytes = bytes
  }

  /// Whether it is small enough to be stored with each thumbnail. Profiles of cameras, screens and
  /// colour spaces are; those of scanners contain tables and would be larger than the pixels.
  var isCarried: Bool { bytes.count <= 64 << 10 }
}
