import Foundation
import Images

/// Images that cost a codec about as much as photos: soft shapes of many sizes under sensor noise.
struct DrawnPhotos {
  let directory: String
  let count: Int
  let width: Int
  let height: Int
  let kind: String

  init(_ arguments: [String]) throws {
    directory = arguments[0]
    guard let count = Int(arguments[1]), let width = Int(arguments[2]),
      let height = Int(arguments[3])
    else { throw CocoaError(.formatting) }
    (self.count, self.width, self.height) = (count, width, height)
    kind = arguments[4]
  }

  func write() throws {
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    for index in 0..<count {
      let pixels = drawn(seed: UInt64(index))
      let file =
        switch kind {
        case "png": try PNGEncoder.encode(pixels, level: 6)
        default: try JPEGEncoder.encode(pixels, isProgressive: kind == "progressive")
        }
      let name = "\(index).\(kind == "png" ? "png" : "jpg")"
      try Data(file).write(to: URL(filePath: directory + "/" + name))
    }
  }

  /// A sum of waves, each with half the length and two thirds of the height of the previous one.
  private func drawn(seed: UInt64) -> PixelBuffer {
    var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    func next() -> UInt64 {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return state
    }
    let waves = (0..<9).map { octave in
      let frequency = 4 * pow(2, Double(octave)) / Double(width)
      let turn = Double(next() % 628) / 100
      return (
        x: frequency * cos(turn), y: frequency * sin(turn), phase: Double(next() % 628) / 100,
        height: 60 * pow(0.66, Double(octave))
      )
    }
    var bytes = [UInt8](repeating: 0, count: width * height * 3)
    for y in 0..<height {
      for x in 0..<width {
        let light = waves.reduce(0.0) {
          $0 + $1.height * sin($1.x * Double(x) + $1.y * Double(y) + $1.phase)
        }
        let noise = next()
        for channel in 0..<3 {
          let grain = Int(noise & 31) - 16 + Int(noise >> (8 * UInt64(channel + 1)) & 3)
          let value = 128 + Int(light * (1 - 0.25 * Double(channel))) + grain
          bytes[(y * width + x) * 3 + channel] = UInt8(clamping: value)
        }
      }
    }
    return PixelBuffer(width: width, height: height, channels: 3, bytes: bytes)
  }
}
