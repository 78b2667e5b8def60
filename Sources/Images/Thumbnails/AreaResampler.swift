/// Shrinks a picture that comes row by row: each pixel is the average of the area that it covers,
/// in linear light, with alpha premultiplied.
///
/// Holds one row of light beside the result. Belongs to one thread.
struct AreaResampler: ~Copyable {
  private let target: PixelSize
  private let channels: Int
  private let columns: [Coverage]
  private let rows: [Coverage]
  /// What one pixel's whole area weighs.
  private let area: Float
  /// How many rows have come.
  private var rowsTaken = 0
  /// The light of the rows that the result's next row covers, added up; of alpha the samples.
  private var sum: [Float]
  private var bytes: [UInt8] = []

  /// - Parameters:
  ///   - size: of the picture whose rows come.
  ///   - step: how many of its pixels a sample stands for, each way.
  ///   - channels: 1 grey, 3 RGB, 4 RGBA.
  ///   - target: at most as many pixels as there are samples, each way.
  init(_ size: PixelSize, step: Int, channels: Int, to target: PixelSize) {
    self.target = target
    self.channels = channels
    columns = Coverage.line(of: size.width, step: step, count: target.width)
    rows = Coverage.line(of: size.height, step: step, count: target.height)
    area =
      Float(size.width) / Float(step * target.width)
      * (Float(size.height) / Float(step * target.height))
    sum = Array(repeating: 0, count: (size.width + step - 1) / step * channels)
    bytes.reserveCapacity(target.width * target.height * channels)
  }

  /// Takes the next row of samples, all of it.
  mutating func push(_ samples: UnsafePointer<UInt8>) {
    var row = bytes.count / (target.width * channels)
    while row < rows.count, let weight = rows[row].weight(of: rowsTaken) {
      add(samples, weight)
      guard rowsTaken == rows[row].last else { break }
      emit()
      row += 1
    }
    rowsTaken += 1
  }

  /// The result, once all rows have come.
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

  /// Turns the sum into the result's next row and begins anew.
  private mutating func emit() {
    for column in columns {
      guard channels == 4 else {
        for channel in 0..<channels { append(light: across(column, channel) / area) }
        continue
      }
      let alpha = across(column, 3)
      for channel in 0..<3 { append(light: alpha > 0 ? across(column, channel) / alpha : 0) }
      bytes.append(UInt8(min(255, Int(alpha / area + 0.5))))
    }
    for index in sum.indices { sum[index] = 0 }
  }

  /// One channel's sum over the samples that a column covers.
  private func across(_ column: Coverage, _ channel: Int) -> Float {
    sum.withUnsafeBufferPointer { sum in
      var index = column.first * channels + channel
      var total = sum[index] * column.head
      guard column.last > column.first else { return total }
      for _ in column.first + 1..<column.last {
        index += channels
        total += sum[index]
      }
      return total + sum[index + channels] * column.tail
    }
  }

  private mutating func append(light: Float) {
    bytes.append(LinearLight.shared.samples[min(LinearLight.brightest, Int(light + 0.5))])
  }
}
