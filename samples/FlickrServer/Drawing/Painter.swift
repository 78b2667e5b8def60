import Images

/// Turns a scene into pixels.
///
/// Each colour is made once as a long strip of grain; rows are runs copied out of the strips, so
/// that a picture costs a few thousand copies and hardly any arithmetic, in a debug build too.
struct Painter {
  let width: Int
  let height: Int
  /// The greatest distance of the grain from its colour, 0 to 16: sets how well the picture packs.
  let grain: Int

  /// Steps of the sky; rows between two steps take either.
  private static let skySteps = 40
  /// Rows start their copy at different places, so that the grain does not line up.
  private static let shiftLimit = 256

  /// The colours as strips, so long that a row can be copied from any shift.
  private struct Strips {
    let sky: [[UInt8]]
    let shapes: [(outline: Scene.Outline, strip: [UInt8])]
  }

  func paint(_ scene: Scene, random: SeededGenerator) -> PixelBuffer {
    var random = random
    let strips = strips(of: scene, &random)
    let rowBytes = width * 3
    let bytes = [UInt8](unsafeUninitializedCapacity: rowBytes * height) { buffer, count in
      let picture = UnsafeMutableRawBufferPointer(buffer)
      for row in 0..<height {
        let target = picture[(row * rowBytes)..<((row + 1) * rowBytes)]
        fill(row, of: .init(rebasing: target), strips, &random)
      }
      count = rowBytes * height
    }
    return PixelBuffer(width: width, height: height, channels: 3, bytes: bytes)
  }

  private func strips(of scene: Scene, _ random: inout SeededGenerator) -> Strips {
    let noise = (0..<4096).map { _ in Int8.random(in: Int8(-grain)...Int8(grain), using: &random) }
    let sky = (0..<Painter.skySteps).map { step in
      let part = Double(step) / Double(Painter.skySteps - 1)
      return strip(
        Scene.mix(scene.sky.top, scene.sky.bottom, part), noise: noise, from: step &* 577)
    }
    let shapes = scene.shapes.enumerated().map { place, shape in
      (outline: shape.outline, strip: strip(shape.colour, noise: noise, from: place &* 331))
    }
    return Strips(sky: sky, shapes: shapes)
  }

  private func fill(
    _ row: Int, of target: UnsafeMutableRawBufferPointer, _ strips: Strips,
    _ random: inout SeededGenerator
  ) {
    let shift = Int(random.next() % UInt64(Painter.shiftLimit))
    let y = (Double(row) + 0.5) / Double(height)
    let aspect = Double(width) / Double(height)
    copy(strips.sky[skyStep(at: y, &random)], shift, 0..<width, to: target)
    for shape in strips.shapes {
      guard let span = shape.outline.span(at: y, aspect: aspect) else { continue }
      copy(shape.strip, shift, columns(span), to: target)
    }
  }

  /// The step at a height, the nearer one more often.
  private func skyStep(at y: Double, _ random: inout SeededGenerator) -> Int {
    let exact = min(1, y / Scene.horizon) * Double(Painter.skySteps - 1)
    let dither = Double.random(in: 0..<1, using: &random)
    return min(Painter.skySteps - 1, Int(exact + dither))
  }

  private func strip(_ colour: Scene.Colour, noise: [Int8], from start: Int) -> [UInt8] {
    let count = width + Painter.shiftLimit
    let (red, green, blue) = (Int(colour.x), Int(colour.y), Int(colour.z))
    return [UInt8](unsafeUninitializedCapacity: count * 3) { buffer, initialized in
      noise.withUnsafeBufferPointer { noise in
        var place = 0
        while place < count {
          let grain = Int(noise[(start &+ place) & 4095])
          buffer[place &* 3] = UInt8(truncatingIfNeeded: red &+ grain)
          buffer[place &* 3 &+ 1] = UInt8(truncatingIfNeeded: green &+ grain)
          buffer[place &* 3 &+ 2] = UInt8(truncatingIfNeeded: blue &+ grain)
          place &+= 1
        }
      }
      initialized = count * 3
    }
  }

  private func columns(_ span: ClosedRange<Double>) -> Range<Int> {
    let first = min(max(0, span.lowerBound), 1) * Double(width)
    let last = min(max(0, span.upperBound), 1) * Double(width)
    return Int(first)..<Int(last)
  }

  private func copy(
    _ strip: [UInt8], _ shift: Int, _ columns: Range<Int>, to row: UnsafeMutableRawBufferPointer
  ) {
    guard !columns.isEmpty else { return }
    strip.withUnsafeBytes { strip in
      let source = strip[((columns.lowerBound + shift) * 3)..<((columns.upperBound + shift) * 3)]
      UnsafeMutableRawBufferPointer(rebasing: row[(columns.lowerBound * 3)...])
        .copyMemory(from: .init(rebasing: source))
    }
  }
}
