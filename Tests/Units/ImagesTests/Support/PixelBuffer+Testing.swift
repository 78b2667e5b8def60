import Foundation
import Testing

@testable import Images

extension PixelBuffer {
  /// Soft gradients with a bright disc in the upper left quarter, so that every rotation of the
  /// image is different.
  static func drawn(_ width: Int, _ height: Int, channels: Int = 3) -> PixelBuffer {
    var bytes: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let (u, v) = (Double(x) / Double(width), Double(y) / Double(height))
        let isDisc = (u - 0.3) * (u - 0.3) + (v - 0.25) * (v - 0.25) < 0.02
        let wave = 0.5 + 0.5 * sin(9 * u + 5 * v)
        let pixel = [wave, u * 0.8, isDisc ? 1 : v * 0.6, 0.25 + 0.75 * u]
        bytes += pixel.prefix(channels).map { UInt8(255 * min(1, $0)) }
      }
    }
    return PixelBuffer(width: width, height: height, channels: channels, bytes: bytes)
  }

  /// Every pixel of a PNG or JPEG file.
  init(decoding file: [UInt8]) throws {
    self = try file.withUnsafeBufferPointer { file in
      let format = try #require(ImageFormat(sniffing: file))
      let decoder = try ImageDecoder(format, of: ImageSource(lending: file), limits: .init())
      let rows = try decoder.start(atLeast: decoder.size)
      var bytes = [UInt8](
        repeating: 0, count: Int(rows.width) * Int(rows.count) * Int(rows.channels))
      _ = try bytes.withUnsafeMutableBufferPointer {
        try decoder.readRows(Int(rows.count), into: #require($0.baseAddress))
      }
      try decoder.finish()
      return PixelBuffer(
        width: Int(rows.width), height: Int(rows.count), channels: Int(rows.channels), bytes: bytes)
    }
  }

  /// Every pixel of a proof's thumbnail.
  init(thumbnailOf proof: ImageProof) throws {
    try self.init(decoding: #require(proof.thumbnail))
  }

  /// The area average in linear light with premultiplied alpha, by its definition and in double
  /// precision: the reference for thumbnails.
  func averaged(to width: Int, _ height: Int) -> PixelBuffer {
    var result: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width { result += averagedPixel(x, y, width, height) }
    }
    return PixelBuffer(width: width, height: height, channels: channels, bytes: result)
  }

  private func averagedPixel(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> [UInt8] {
    let across = Self.overlaps(x, width, self.width)
    var sums = [Double](repeating: 0, count: channels)
    var (alphas, weights) = (0.0, 0.0)
    for (row, rowWeight) in Self.overlaps(y, height, self.height) {
      for (column, columnWeight) in across {
        let pixel = bytes[((row * self.width + column) * channels)...].prefix(channels)
        let weight = rowWeight * columnWeight
        let alpha = weight * (channels == 4 ? Double(pixel.last ?? 0) / 255 : 1)
        for (channel, sample) in pixel.prefix(3).enumerated() {
          sums[channel] += alpha * Self.light(sample)
        }
        alphas += alpha
        weights += weight
      }
    }
    let colors = sums.prefix(3).map { alphas > 0 ? Self.sample($0 / alphas) : 0 }
    return channels == 4 ? colors + [UInt8((255 * alphas / weights).rounded())] : colors
  }

  private static func overlaps(_ pixel: Int, _ count: Int, _ samples: Int) -> [(Int, Double)] {
    let scale = Double(samples) / Double(count)
    let (start, end) = (Double(pixel) * scale, Double(pixel + 1) * scale)
    return (Int(start)..<samples).lazy
      .map { ($0, min(end, Double($0 + 1)) - max(start, Double($0))) }
      .prefix { $0.1 > 1e-9 }
  }

  private static func light(_ sample: UInt8) -> Double {
    let value = Double(sample) / 255
    return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }

  private static func sample(_ light: Double) -> UInt8 {
    let value = light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
    return UInt8((value * 255).rounded())
  }

  /// The mean difference of the samples, of 255; infinite if the shapes differ.
  func meanError(to other: PixelBuffer) -> Double {
    guard (width, height, channels) == (other.width, other.height, other.channels) else {
      return .infinity
    }
    let total = zip(bytes, other.bytes).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    return Double(total) / Double(bytes.count)
  }

  /// The largest difference of a sample; `Int.max` if the shapes differ.
  func largestError(to other: PixelBuffer) -> Int {
    guard (width, height, channels) == (other.width, other.height, other.channels) else {
      return .max
    }
    return zip(bytes, other.bytes).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
  }
}
