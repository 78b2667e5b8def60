/// Shrinks an image row by row: each pixel is the average of the area that it covers, in linear
/// light with premultiplied alpha.
///
/// A row is reduced to the width of the result first, because that halves the work at least; then
/// it is added to the rows of the result that it covers, in vectors. Holds two rows besides the
/// result. Belongs to one thread.
struct AreaResampler: ~Copyable {
  private let target: PixelSize
  private let channels: Int
  private let columns: [Coverage]
  private let rows: [Coverage]
  private let tables = LinearLight.shared
  /// Weight of the full area of one pixel.
  private let area: Float
  /// Number of rows so far.
  private var rowsTaken = 0
  private var rowsDone = 0
  /// The light of one row, reduced to the width of the result; for alpha, the samples.
  private var line: [Float]
  /// The sum of the lines that the next row of the result covers.
  private var sum: [Float]
  private var bytes: [UInt8]

  /// - Parameters:
  ///   - size: of the source image.
  ///   - step: how many source pixels a sample covers, each way.
  ///   - channels: 1 grey, 3 RGB, 4 RGBA.
  ///   - target: size of the result, at most the number of samples each way.
  init(_ size: PixelSize, step: Int, channels: Int, to target: PixelSize) {
    self.target = target
    self.channels = channels
    columns = Coverage.line(of: size.width, step: step, count: target.width)
    rows = Coverage.line(of: size.height, step: step, count: target.height)
    area =
      Float(size.width) / Float(step * target.width)
      * (Float(size.height) / Float(step * target.height))
    line = Array(repeating: 0, count: target.width * channels)
    sum = line
    bytes = Array(repeating: 0, count: target.width * target.height * channels)
  }

  /// Adds the next row of samples.
  mutating func push(_ samples: UnsafePointer<UInt8>) {
    defer { rowsTaken += 1 }
    guard rowsDone < rows.count else { return }
    reduce(samples)
    while rowsDone < rows.count, let weight = rows[rowsDone].weight(of: rowsTaken) {
      add(weight)
      guard rowsTaken == rows[rowsDone].last else { break }
      emit()
    }
  }

  /// The result, after all rows.
  consuming func finish() -> PixelBuffer {
    PixelBuffer(width: target.width, height: target.height, channels: channels, bytes: bytes)
  }

  private mutating func reduce(_ samples: UnsafePointer<UInt8>) {
    line.withUnsafeMutableBufferPointer { [columns, tables, channels] line in
      tables.light.withUnsafeBufferPointer { light in
        guard let light = light.baseAddress, let out = line.baseAddress else { return }
        switch channels {
        case 1: columns.reduceGrey(samples, light, into: out)
        case 3: columns.reduceColour(samples, light, into: out)
        default: columns.reduceTranslucent(samples, light, into: out)
        }
      }
    }
  }

  private mutating func add(_ weight: Float) {
    line.withUnsafeBufferPointer { line in
      sum.withUnsafeMutableBufferPointer { sum in
        for index in 0..<min(sum.count, line.count) { sum[index] += line[index] * weight }
      }
    }
  }

  /// Writes the next row of the result and resets the sum.
  private mutating func emit() {
    let row = rowsDone * target.width * channels
    let scale = 1 / area
    sum.withUnsafeMutableBufferPointer { [tables, channels] sum in
      bytes.withUnsafeMutableBufferPointer { bytes in
        let out = UnsafeMutableBufferPointer(rebasing: bytes[row..<row + sum.count])
        tables.samples.withUnsafeBufferPointer { samples in
          if channels == 4 {
            Self.emitTranslucent(sum, scale, samples, into: out)
          } else {
            for index in 0..<sum.count {
              out[index] = samples[LinearLight.nearest(sum[index] * scale)]
            }
          }
        }
      }
      sum.update(repeating: 0)
    }
    rowsDone += 1
  }

  private static func emitTranslucent(
    _ sum: UnsafeMutableBufferPointer<Float>, _ scale: Float,
    _ samples: UnsafeBufferPointer<UInt8>, into out: UnsafeMutableBufferPointer<UInt8>
  ) {
    for pixel in stride(from: 0, to: sum.count, by: 4) {
      let alpha = sum[pixel + 3]
      let share = alpha > 0 ? 1 / alpha : 0
      for index in pixel..<pixel + 3 {
        out[index] = samples[LinearLight.nearest(sum[index] * share)]
      }
      out[pixel + 3] = UInt8(min(255, LinearLight.nearest(alpha * scale)))
    }
  }
}
