import Images
import TestSupport

/// ``LibraryPictures`` by format.
enum LibraryFixtures {
  static let formats: [ImageFormat] = [.avif, .heic, .jxl, .tiff]

  static func bytes(_ format: ImageFormat) -> [UInt8] {
    LibraryPictures.bytes[format.rawValue] ?? []
  }

  /// The TIFF with an orientation, in the place of an entry that says what holds without it (planar configuration 1).
  static func tiff(orientation: UInt8) -> [UInt8] {
    let file = bytes(.tiff)
    let first = Int(file[4]) + Int(file[5]) * 256 + 2
    var entries: [[UInt8]] = []
    for number in 0..<Int(file[first - 2]) {
      let entry = Array(file[(first + 12 * number)..<(first + 12 * number + 12)])
      if entry[0] != 0x1C { entries.append(entry) }
    }
    let value: [UInt8] = [orientation, 0, 0, 0]
    entries.append([0x12, 1, 3, 0, 1, 0, 0, 0] + value)
    entries.sort { Int($0[1]) * 256 + Int($0[0]) < Int($1[1]) * 256 + Int($1[0]) }
    let directory: [UInt8] = Array(entries.joined())
    return Array(file[..<first]) + directory + Array(file[(first + directory.count)...])
  }
}
