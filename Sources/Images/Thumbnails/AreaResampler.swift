/// Shrinks an image row by row: each pixel is the average of the area that it covers, in linear
/// light with premultiplied alpha.
///
/// Holds one row besides the result. Belongs to one thread.
struct AreaResampler: ~Copyable {
  private let target: PixelSize
  private let channels: Int
  private let columns: [Coverage]
  private let rows: [Coverage]
  /// Weight of the full area of one pixel.
  private let area: Float
  /// Number of rows so far.
  private var rowsTaken = 0
  /// Sum of the light in the rows that the next row of the result covers; for alpha, of the
  /// samples.
  private var sum: [Float]
  private var rowsDone = 0
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
    sum = Array(repeating: 0, count: (size.width + step - 1) / step * channels)
    bytes = Array(repeating: 0, count: target.width * target.height * channels)
  }

  /// Adds the next row of samples.
  mutating func push(_ samples: UnsafePointer<UInt8>) {
    while rowsDone < rows.count, let weight = rows[rowsDone].weight(of: rowsTaken) {
      add(samples, weight)
      guard rowsTaken == rows[rowsDone].last else { break }
      emit()
    }
    rowsTaken += 1
  }

  /// The result, after all rows.
  consuming func finish() -> PixelBuffer {
    PixelBuffer(width: target.width, height: target.height, channels: channels, bytes: bytes)
  }

  private mutating func add(_ samples: UnsafePointer<UInt8>, _ weight: Float) {
    sum.withUnsafeMutableBufferPointer { sum in
      LinearLight.shared.light.withUnsafeBufferPointer { light in
        guard channels == 4 else {
          for index in 0..<sum.count { sum[index] += light[Int(samples[index])] * weight }
          return
        }
        for pixel in stride(from: 0, to: sum.count, by: 4) {
          let alpha = Float(samples[pixel + 3]) * weight
          for index in pixel..<pixel + 3 { sum[index] += light[Int(samples[index])] * alpha }
          sum[pixel + 3] += alpha
        }
      }
    }
  }

  /// Writes the next row of the result and resets the sum.
  private mutating func emit() {
    let row = rowsDone * target.width * channels
    let scale = 1 / area
    sum.withUnsafeMutableBufferPointer { [columns, channels] sum in
      bytes.withUnsafeMutableBufferPointer { bytes in
        let out = UnsafeMutableBufferPointer(rebasing: bytes[row...])
        if channels == 4 {
          columns.emitTranslucent(UnsafeBufferPointer(sum), scale, into: out)
        } else {
          columns.emitOpaque(UnsafeBufferPointer(sum), scale, channels, into: out)
        }
      }
      sum.update(repeating: 0)
    }
    rowsDone += 1
  }
}

extension [Coverage] {
  fileprivate func emitOpaque(
    _ sum: UnsafeBufferPointer<Float>, _ scale: Float, _ channels: Int,
    into out: UnsafeMutableBufferPointer<UInt8>
  ) {
    LinearLight.shared.samples.withUnsafeBufferPointer { samples in
      var index = 0
      for column in self {
        for channel in 0..<channels {
          let light = column.total(of: sum, channel, channels) * scale
          out[index] = samples[LinearLight.nearest(light)]
          index += 1
        }
      }
    }
  }

  fileprivate func emitTranslucent(
    _ sum: UnsafeBufferPointer<Float>, _ scale: Float,
    into out: UnsafeMutableBufferPointer<UInt8>
  ) {
    for (pixel, column) in enumerated() {
      let alpha = column.total(of: sum, 3, 4)
      let share = alpha > 0 ? 1 / alpha : 0
      for channel in 0..<3 {
        let light = column.total(of: sum, channel, 4) * share
        out[pixel * 4 + channel] = LinearLight.shared.samples[LinearLight.nearest(light)]
      }
      out[pixel * 4 + 3] = UInt8(Swift.min(255, LinearLight.nearest(alpha * scale)))
    }
  }
}

extension Coverage {
  /// One channel's sum over the samples covered.
  @inline(__always)
  fileprivate func total(
    of sum: UnsafeBufferPointer<Float>, _ channel: Int, _ channels: Int
  ) -> Float {
    var total = sum[first * channels + channel] * head
    for sample in first + 1..<max(last, first + 1) { total += sum[sample * channels + channel] }
    return total + sum[last * channels + channel] * tail
  }
}
