/// A landscape in coordinates from 0 to 1, so that every size of a photo shows the same: hills, one row before the
/// other, under the sun or the moon.
struct Scene {
  /// Red, green and blue.
  typealias Colour = SIMD3<Double>

  enum Outline {
    /// The radius in heights of the picture: it stays round in every shape.
    case disc(x: Double, y: Double, radius: Double)
    /// Down to the bottom of the picture.
    case hill(x: Double, top: Double, halfWidth: Double)
  }

  /// Where the sky has the colour of the horizon, behind the hills.
  static let horizon = 0.6

  let sky: (top: Colour, bottom: Colour)
  /// From back to front.
  let shapes: [(outline: Outline, colour: Colour)]

  /// Of the sky, the horizon, the light and the ground in front. No part is so near to 0 or 255 that grain exceeds it.
  private static let palettes = [
    [0x6E7FB0, 0xECC6A8, 0xEEE0C4, 0x3A4058], [0x3B3A66, 0xD98C7A, 0xEAC8A0, 0x26283C],
    [0x7FB2D9, 0xD8E6E4, 0xEEEBC8, 0x3F6B4A], [0x5E9CC4, 0xCFE3E6, 0xEEEAD2, 0x2A5468],
    [0x89A9BF, 0xE8D3AE, 0xEDE3C2, 0x8A5A3C], [0x20283F, 0x55688A, 0xD8DCE0, 0x1A2030],
    [0x9FB6C8, 0xEAD9B8, 0xEEE0B6, 0x6E4A34], [0x93A8BE, 0xE3E7EC, 0xEDEBE6, 0x51637A],
  ]

  init(_ look: SeededGenerator) {
    var random = SeededGenerator(seed: look.number(.scene))
    let colours = look.pick(.scene, of: Self.palettes).map(Self.colour)
    sky = (colours[0], colours[1])
    let (x, y) = (
      Double.random(in: 0.15...0.85, using: &random), Double.random(in: 0.15...0.4, using: &random)
    )
    // A halo around the light.
    let behind = Self.mix(colours[0], colours[1], y / Self.horizon)
    var shapes = [(0.13, 0.15), (0.1, 0.35), (0.07, 1)].map { radius, part in
      (Outline.disc(x: x, y: y, radius: radius), Self.mix(behind, colours[2], part))
    }
    let rows = Int.random(in: 3...5, using: &random)
    for row in 1...rows {
      let depth = Double(row) / Double(rows)
      let top = 0.42 + 0.4 * depth
      for place in stride(from: -0.1, through: 1.1, by: 0.3) {
        let hill = Outline.hill(
          x: place + .random(in: -0.15...0.15, using: &random),
          top: top + .random(in: -0.09...0.06, using: &random),
          halfWidth: .random(in: 0.35...0.8, using: &random))
        shapes.append((hill, Self.mix(colours[1], colours[3], 0.15 + 0.85 * depth)))
      }
    }
    self.shapes = shapes
  }

  static func mix(_ one: Colour, _ other: Colour, _ part: Double) -> Colour {
    one + (other - one) * part
  }

  private static func colour(_ number: Int) -> Colour {
    Colour(Double(number >> 16), Double(number >> 8 & 255), Double(number & 255))
  }
}

extension Scene.Outline {
  /// From where to where the row at `y` is covered; nil where it is not.
  ///
  /// - Parameter aspect: of the picture, width by height.
  func span(at y: Double, aspect: Double) -> ClosedRange<Double>? {
    switch self {
    case .disc(let x, let middle, let radius):
      let square = radius * radius - (y - middle) * (y - middle)
      guard square > 0 else { return nil }
      let half = square.squareRoot() / aspect
      return (x - half)...(x + half)
    case .hill(let x, let top, let halfWidth):
      guard y > top else { return nil }
      let half = halfWidth * ((y - top) / (1 - top)).squareRoot()
      return (x - half)...(x + half)
    }
  }
}
