import Glibc

/// Tables between sRGB's 8-bit samples and linear light, which may be averaged (IEC 61966-2-1,
/// 5.2). Light is from 0 to 65,535.
struct LinearLight: Sendable {
  /// The light of each sample.
  let light: [Float]
  /// The nearest sample for each light value, rounded to an integer.
  let samples: [UInt8]

  static let brightest = 65_535
  static let shared = LinearLight()

  private init() {
    light = (0...255).map { Float(Self.light(of: Double($0))) }
    var samples: [UInt8] = []
    samples.reserveCapacity(Self.brightest + 1)
    for sample in 0...255 {
      // The sample is the nearest up to the light of half a sample more.
      let end = sample == 255 ? Self.brightest : Int(Self.light(of: Double(sample) + 0.5))
      samples.append(contentsOf: repeatElement(UInt8(sample), count: end + 1 - samples.count))
    }
    self.samples = samples
  }

  /// The index in `samples` for a non-negative light value. Uses the bits of a float without room
  /// for a fraction: the checks of a conversion showed up in a profile of the program.
  @inline(__always)
  static func nearest(_ light: Float) -> Int {
    Int((min(light, Float(brightest)) + 0x1p23).bitPattern & 0xFFFF)
  }

  private static func light(of sample: Double) -> Double {
    let value = sample / 255
    let light = value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    return light * Double(brightest)
  }
}
