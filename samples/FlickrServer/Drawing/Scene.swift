/// A landscape in coordinates from 0 to 1, so that every size of a photo shows the same.
struct Scene {
  /// Red, green and blue, each so far from 0 and 255 that grain never overflows it.
  typealias Colour = SIMD3<UInt8>

  enum Outline {
    /// The radius in heights of the picture: it stays round in every shape.
    case disc(x: Double, y: Double, radius: Double)
    /// From its top to a base at the bottom of the picture.
    case mountain(x: Double, top: Double, halfWidth: Double)
    case box(x: Double, y: Double, width: Double, height: Double)
  }

  let sky: (top: Colour, bottom: Colour)
  /// From back to front.
  let shapes: [(outline: Outline, colour: Colour)]

  init(_ look: SeededGenerator) {
    var random = SeededGenerator(seed: look.number(.scene))
    sky = (Scene.colour(&random), Scene.colour(&random))
    var shapes = [
      (
        Outline.disc(x: .random(in: 0.1...0.9, using: &random), y: 0.25, radius: 0.08),
        Scene.colour(&random)
      )
    ]
    for _ in 0..<Int.random(in: 2...4, using: &random) {
      let mountain = Outline.mountain(
        x: .random(in: 0...1, using: &random), top: .random(in: 0.3...0.7, using: &random),
        halfWidth: .random(in: 0.2...0.6, using: &random))
      shapes.append((mountain, Scene.colour(&random)))
    }
    shapes.append((.box(x: 0, y: 0.8, width: 1, height: 0.2), Scene.colour(&random)))
    for _ in 0..<Int.random(in: 3...8, using: &random) {
      let height = Double.random(in: 0.05...0.3, using: &random)
      let box = Outline.box(
        x: .random(in: 0...0.9, using: &random), y: 0.85 - height,
        width: .random(in: 0.03...0.12, using: &random), height: height)
      shapes.append((box, Scene.colour(&random)))
    }
    self.shapes = shapes
  }

  private static func colour(_ random: inout SeededGenerator) -> Colour {
    Colour(
      .random(in: 40...215, using: &random), .random(in: 40...215, using: &random),
      .random(in: 40...215, using: &random))
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
    case .mountain(let x, let top, let halfWidth):
      guard y > top else { return nil }
      let half = halfWidth * (y - top) / (1 - top)
      return (x - half)...(x + half)
    case .box(let x, let top, let width, let height):
      return y >= top && y < top + height ? x...(x + width) : nil
    }
  }
}
