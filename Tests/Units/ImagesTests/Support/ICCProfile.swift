import Foundation

/// An ICC profile assembled tag by tag (ICC.1:2001-04, version 2), without the library under test.
struct ICCProfile {
  /// "RGB ", "CMYK" and the like.
  var space: String
  /// "XYZ " or "Lab ".
  var connection: String
  /// The device class: "mntr", "prtr" and the like.
  var device: String
  var tags: [(name: String, data: [UInt8])]

  var bytes: [UInt8] {
    var (table, data) = (PNGFile.word(tags.count), [UInt8]())
    let start = 128 + 4 + 12 * tags.count
    for tag in tags {
      table += Array(tag.name.utf8) + PNGFile.word(start + data.count)
      table += PNGFile.word(tag.data.count)
      data += tag.data + [UInt8](repeating: 0, count: (4 - tag.data.count % 4) % 4)
    }
    var header = [UInt8](repeating: 0, count: 128)
    for (offset, field) in [
      (0, PNGFile.word(start + data.count)), (8, [2, 0x10]), (12, Array(device.utf8)),
      (16, Array(space.utf8)), (20, Array(connection.utf8)), (36, Array("acsp".utf8)),
      (68, [0, 0, 0xF6, 0xD6, 0, 1, 0, 0, 0, 0, 0xD3, 0x2D]),
    ] as [(Int, [UInt8])] {
      header.replaceSubrange(offset..<offset + field.count, with: field)
    }
    return header + table + data
  }

  /// With an unknown tag that gives it this length in bytes.
  func padded(to count: Int) -> ICCProfile {
    var padded = self
    padded.tags.append(("none", []))
    padded.tags[tags.count].data = [UInt8](repeating: 7, count: count - padded.bytes.count)
    return padded
  }

  /// The JPEG with the profile in markers after SOI (ICC.1:2001-04, B.4).
  func inserted(in jpeg: [UInt8]) -> [UInt8] {
    let (bytes, most) = (bytes, 65_519)
    let pieces = (bytes.count + most - 1) / most
    let markers = (0..<pieces).flatMap { index -> [UInt8] in
      let piece = bytes.dropFirst(index * most).prefix(most)
      let size = piece.count + 16
      return [0xFF, 0xE2, UInt8(size >> 8), UInt8(size & 255)] + Array("ICC_PROFILE\0".utf8)
        + [UInt8(index + 1), UInt8(pieces)] + piece
    }
    return jpeg.prefix(2) + markers + jpeg.dropFirst(2)
  }
}

extension ICCProfile {
  /// sRGB, or sRGB with red and green exchanged.
  static func screen(isSwapped: Bool = false) -> ICCProfile {
    let colors: [[Double]] = [
      [0.43607, 0.22249, 0.01392], [0.38515, 0.71687, 0.09708], [0.14307, 0.06061, 0.7141],
    ]
    let curve = (0..<1024).map { index in
      let sample = Double(index) / 1023
      return sample <= 0.04045 ? sample / 12.92 : pow((sample + 0.055) / 1.055, 2.4)
    }
    let curveTag = Array("curv\0\0\0\0".utf8) + PNGFile.word(1024) + curve.flatMap(halfWord)
    let names = isSwapped ? ["g", "r", "b"] : ["r", "g", "b"]
    return ICCProfile(
      space: "RGB ", connection: "XYZ ", device: "mntr",
      tags: texts + [("wtpt", place([0.9642, 1, 0.8249]))]
        + zip(names, colors).map { ($0 + "XYZ", place($1)) }
        + names.map { ($0 + "TRC", curveTag) })
  }

  /// A printing press whose cyan prints yellow, magenta prints cyan and yellow prints magenta, none
  /// of them pure; black is not quite black.
  static var press: ICCProfile {
    let grid = 9
    var table: [UInt8] = []
    for node in 0..<grid * grid * grid * grid {
      let ink = [grid * grid * grid, grid * grid, grid, 1].map {
        Double(node / $0 % grid) / Double(grid - 1)
      }
      let paper = 1 - 0.9 * ink[3]
      let light = (100 - 10 * ink[0] - 35 * ink[1] - 40 * ink[2]) * paper
      let red = (-5 * ink[0] - 35 * ink[1] + 65 * ink[2]) * paper
      let yellow = (80 * ink[0] - 45 * ink[1] - 5 * ink[2]) * paper
      table += halfWord(light / 100 * 0xFF00 / 0xFFFF)
      table += [red, yellow].flatMap { halfWord(($0 + 128) * 256 / 0xFFFF) }
    }
    let line: [UInt8] = [0, 0, 255, 255]
    let lines = (0..<7).flatMap { _ in line }
    let matrix = (0..<9).flatMap { PNGFile.word($0 % 4 == 0 ? 1 << 16 : 0) }
    let head = Array("mft2\0\0\0\0".utf8) + [4, 3, UInt8(grid), 0] + matrix + [0, 2, 0, 2]
    let (inputs, outputs) = (lines.prefix(16), lines.suffix(12))
    return ICCProfile(
      space: "CMYK", connection: "Lab ", device: "prtr",
      tags: texts + [
        ("wtpt", place([0.9642, 1, 0.8249])), ("A2B0", head + inputs + table + outputs),
      ])
  }

  private static var texts: [(String, [UInt8])] {
    let text = "a test's"
    return [
      (
        "desc",
        Array("desc\0\0\0\0".utf8) + PNGFile.word(text.utf8.count + 1) + Array(text.utf8)
          + [UInt8](repeating: 0, count: 79)
      ),
      ("cprt", Array("text\0\0\0\0none\0".utf8)),
    ]
  }

  private static func place(_ numbers: [Double]) -> [UInt8] {
    Array("XYZ \0\0\0\0".utf8) + numbers.flatMap { PNGFile.word(Int(($0 * 65536).rounded())) }
  }

  /// A fraction as a number of 16 bits.
  private static func halfWord(_ share: Double) -> [UInt8] {
    let number = Int((min(max(share, 0), 1) * 65535).rounded())
    return [UInt8(number >> 8), UInt8(number & 255)]
  }
}
