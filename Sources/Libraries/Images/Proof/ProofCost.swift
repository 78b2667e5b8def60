import Glibc

/// The CPU time that the steps of a proof with a thumbnail take, in seconds, for benchmarks.
package struct ProofCost {
  /// At the size that the thumbnail needs.
  package let decode: Double
  /// And everything besides the other two.
  package let resample: Double
  /// The cost of the thumbnail as PNG.
  package let encode: Double

  /// Proves the file, decodes it and encodes its thumbnail, and measures each.
  package init(ofFileAt path: String, thumbnailEdge edge: Int) throws(ImageError) {
    var thumbnail: [UInt8] = []
    let whole = try Self.time { () throws(ImageError) in
      thumbnail = try ImageProof(ofFileAt: path, thumbnailEdge: edge).thumbnail ?? []
    }
    decode = try Self.time { () throws(ImageError) in
      let source = try ImageSource(path: path)
      _ = try Self.pixels(of: source) { $0.leastToShrink(to: $0.size.fitting(edge: edge)) }
    }
    let pixels = try thumbnail.withUnsafeBufferPointer { bytes throws(ImageError) in
      try Self.pixels(of: ImageSource(lending: bytes), atLeast: \.size)
    }
    encode = try Self.time { () throws(ImageError) in _ = try PNGEncoder.encode(pixels) }
    resample = whole - decode - encode
  }

  private static func pixels(
    of source: ImageSource, atLeast least: (ImageDecoder) -> PixelSize
  ) throws(ImageError) -> PixelBuffer {
    guard let format = try ImageFormat(sniffing: source.firstBytes()) else {
      throw ImageError(.notAnImage, "it is no image")
    }
    let decoder = try ImageDecoder(format, of: source, limits: .init())
    let rows = try decoder.start(atLeast: least(decoder))
    let (width, height, channels) = (Int(rows.width), Int(rows.count), Int(rows.channels))
    var bytes = [UInt8](repeating: 0, count: width * height * channels)
    _ = try bytes.withUnsafeMutableBufferPointer { bytes throws(ImageError) in
      guard let start = bytes.baseAddress else { return 0 }
      return try decoder.readRows(height, into: start)
    }
    try decoder.finish()
    return PixelBuffer(width: width, height: height, channels: channels, bytes: bytes)
  }

  private static func time(_ body: () throws(ImageError) -> Void) throws(ImageError) -> Double {
    let start = now
    try body()
    return now - start
  }

  /// CPU seconds of this thread.
  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
