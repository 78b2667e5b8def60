/// EXIF blocks and the files that carry them.
enum EXIF {
  /// A TIFF block whose first directory holds a decoy and the orientation.
  static func block(orientation: Int, isBigEndian: Bool = true) -> [UInt8] {
    func number(_ value: Int, _ size: Int) -> [UInt8] {
      let bytes = (0..<size).map { UInt8(value >> (8 * $0) & 255) }
      return isBigEndian ? bytes.reversed() : bytes
    }
    let decoy = number(0x0100, 2) + number(4, 2) + number(1, 4) + number(3, 4)
    let entry = number(0x0112, 2) + number(3, 2) + number(1, 4) + number(orientation, 2)
    return Array((isBigEndian ? "MM" : "II").utf8) + number(42, 2) + number(8, 4) + number(2, 2)
      + decoy + entry + [0, 0] + number(0, 4)
  }

  /// The JPEG with an APP1 marker behind SOI.
  static func jpeg(_ file: [UInt8], orientation: Int) -> [UInt8] {
    jpeg(file, marker: 0xE1, Array("Exif\0\0".utf8) + block(orientation: orientation))
  }

  /// The JPEG with a marker of any kind behind SOI.
  static func jpeg(_ file: [UInt8], marker: UInt8, _ data: [UInt8]) -> [UInt8] {
    let size = data.count + 2
    return file.prefix(2) + [0xFF, marker, UInt8(size >> 8), UInt8(size & 255)] + data
      + file.dropFirst(2)
  }
}
