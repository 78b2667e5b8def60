/// The light of one row of samples, added up for each pixel of a shorter line.
///
/// A table has the light of a sample, which no vector instruction of every x86-64 can look up; what
/// is left are two loads and an addition for a sample. A function for each number of channels keeps
/// the sums in registers.
extension [Coverage] {
  typealias Samples = UnsafePointer<UInt8>
  typealias Light = UnsafePointer<Float>

  func reduceGrey(_ samples: Samples, _ light: Light, into line: UnsafeMutablePointer<Float>) {
    var out = line
    for column in self {
      var sum = light[Int(samples[column.first])] * column.head
      for sample in column.whole { sum += light[Int(samples[sample])] }
      out[0] = sum + light[Int(samples[column.last])] * column.tail
      out += 1
    }
  }

  func reduceColour(_ samples: Samples, _ light: Light, into line: UnsafeMutablePointer<Float>) {
    var out = line
    for column in self {
      var place = samples + column.first &* 3
      var red = light[Int(place[0])] * column.head
      var green = light[Int(place[1])] * column.head
      var blue = light[Int(place[2])] * column.head
      // In pairs, so that half of the additions wait for the one before.
      var rest = column.last &- column.first &- 1
      while rest >= 2 {
        place += 6
        red += light[Int(place[-3])] + light[Int(place[0])]
        green += light[Int(place[-2])] + light[Int(place[1])]
        blue += light[Int(place[-1])] + light[Int(place[2])]
        rest &-= 2
      }
      if rest == 1 {
        place += 3
        red += light[Int(place[0])]
        green += light[Int(place[1])]
        blue += light[Int(place[2])]
      }
      place = samples + column.last &* 3
      out[0] = red + light[Int(place[0])] * column.tail
      out[1] = green + light[Int(place[1])] * column.tail
      out[2] = blue + light[Int(place[2])] * column.tail
      out += 3
    }
  }

  /// Light with premultiplied alpha, and alpha.
  func reduceTranslucent(_ samples: Samples, _ light: Light, into line: UnsafeMutablePointer<Float>)
  {
    var out = line
    for column in self {
      var sum = Self.premultiplied(samples + column.first * 4, light) * column.head
      for sample in column.whole { sum += Self.premultiplied(samples + sample * 4, light) }
      sum += Self.premultiplied(samples + column.last * 4, light) * column.tail
      for channel in 0..<4 { out[channel] = sum[channel] }
      out += 4
    }
  }

  @inline(__always)
  private static func premultiplied(_ pixel: Samples, _ light: Light) -> SIMD4<Float> {
    let alpha = Float(pixel[3])
    return SIMD4(light[Int(pixel[0])], light[Int(pixel[1])], light[Int(pixel[2])], 1) * alpha
  }
}

extension Coverage {
  /// The samples that are covered completely, besides the first.
  @inline(__always)
  fileprivate var whole: Range<Int> { first + 1..<Swift.max(last, first + 1) }
}
