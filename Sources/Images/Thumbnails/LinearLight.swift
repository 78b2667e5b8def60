import Foundation

/// Tables between sRGB's 8-bit samples and light, which is what may be averaged
/// (IEC 61966-2-1, 5.2). Light runs from 0 to 65,535.
struct LinearLight: Sendable {
  /// The light of each sample.
  let light: [Float]
  /// The sample nearest to each light, by the light rounded to a whole number.
  let samples: [UInt8]

  static let brightest = 65_535
  static let shared = LinearLight()

  private init() {
    light = (0...255).map { Float(Self.light(of: Double($0))) }
    var samples: [UInt8] = []
    samples.reserveCapacity(Self.brightest + 1)
    for sample in 0...255 {
      // Up to the light of half a sample more, the sample is the nearest.
      let end = sample == 255 ? Self.brightest : Int(Self.light(of: Double(sample) + 0.5))
      samples.append(contentsOf: repeatElement(UInt8(sample), count: end + 1 - samples.count))
    }
    self.samples = samples
  }

  /// The index of `samples` for this light, which is not negative. By the bits of a float that
  /// leaves no room for a fraction: the checks of a conversion showed in the profile.
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

/// An ICC profile that says what a thumbnail's colours are: its header (ICC.1:2010, 7.2) agrees with its
/// length and with the pixels.
struct ColorProfile {
  let bytes: [UInt8]

  /// - Parameter channels: 1 grey, 3 RGB, 4 RGBA.
  init?(_ bytes: [UInt8], channels: Int) {
    let space = channels == 1 ? "GRAY" : "RGB "
    guard bytes.count >= 132, bytes[36..<40].elementsEqual("acsp".utf8),
      bytes[16..<20].elementsEqual(space.utf8),
      bytes[..<4].reduce(0, { $0 << 8 | Int($1) }) == bytes.count
    else { return nil }
    self.bytes = bytes
  }

  /// Whether it is small enough to go with each thumbnail: those of cameras, screens and colour spaces
  /// are, those of scanners, which hold tables, would outweigh the pixels.
  var isCarried: Bool { bytes.count <= 64 << 10 }
}
