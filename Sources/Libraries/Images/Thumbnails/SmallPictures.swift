/// What a request gives.
struct SmallPictures {
  /// Nil if the image is its own thumbnail.
  var thumbnail: [UInt8]?
  var preview: [UInt8]?
}

extension ThumbnailRequest {
  private static let shownByBrowsers: Set<ImageFormat> = [.jpeg, .png, .gif, .webp]

  /// The longest edge of the preview that an image gets; nil if it gets none.
  /// - Parameters:
  ///   - width: Pixels of the image.
  ///   - height: Pixels of the image.
  package func previewEdge(for format: ImageFormat, width: Int, height: Int) -> Int? {
    let longest = max(width, height)
    // An animation would stand still, and a preview shows more than a thumbnail.
    guard let previewEdge, format != .gif, min(longest, previewEdge) > edge else { return nil }
    return longest > previewEdge || !Self.shownByBrowsers.contains(format) ? previewEdge : nil
  }

  /// Whether every browser shows an image that is no larger than the thumbnail.
  package func isShownAsItIs(_ format: ImageFormat, width: Int, height: Int) -> Bool {
    max(width, height) <= edge && Self.shownByBrowsers.contains(format)
  }

  /// Whether an image is its own thumbnail unless its end shows otherwise.
  func mayBeOwn(_ format: ImageFormat, _ size: PixelSize) -> Bool {
    leavesOutSmall && isShownAsItIs(format, width: size.width, height: size.height)
  }
}

extension ImageDecoder {
  /// Bytes of a file besides its pixels without compression: metadata. An animation has more.
  private static let mostOverhead = 64 << 10
  /// A preview is seen as a whole: 80 shows the same as 85, in four fifths of its bytes.
  private static let previewQuality = 80

  /// Whether the finished image serves as its own thumbnail.
  func isItsOwn(_ request: ThumbnailRequest) -> Bool {
    request.mayBeOwn(format, size)
      && consumed <= UInt64(size.width * size.height * 4 + Self.mostOverhead)
      && Orientation(exif: exif, xmp: xmp) == .up
  }

  /// Encodes the preview, if there is one, and the thumbnail, which is made of it.
  /// - Parameters:
  ///   - pixels: Of the preview if there is one, else of the thumbnail.
  ///   - target: The size of the thumbnail.
  func encode(
    _ pixels: PixelBuffer, as request: ThumbnailRequest, target: PixelSize, isPreviewed: Bool
  ) throws(ImageError) -> SmallPictures {
    guard !request.isSketch else {
      return SmallPictures(thumbnail: sketch(of: pixels)?.samples)
    }
    guard isPreviewed else {
      return SmallPictures(thumbnail: try encode(pixels, as: request.format))
    }
    return SmallPictures(
      thumbnail: try encode(pixels.reduced(to: target), as: request.format),
      preview: try encode(pixels, as: .jpeg, quality: Self.previewQuality))
  }

  private func encode(
    _ pixels: PixelBuffer, as format: ThumbnailRequest.Format, quality: Int = 85
  ) throws(ImageError) -> [UInt8] {
    let upright = pixels.turnedUpright(from: Orientation(exif: exif, xmp: xmp))
    switch format {
    case .png:
      let profile = ColorProfile(profile, channels: pixels.channels)
      guard let profile, !profile.isCarried else {
        return try PNGEncoder.encode(upright, profile: profile)
      }
      return try PNGEncoder.encode(upright.converted(from: profile))
    case .jpeg: return try JPEGEncoder.encode(inSRGB(upright).onWhite, quality: quality)
    case .webp: return try WebPEncoder.encode(inSRGB(upright))
    }
  }

  private func inSRGB(_ pixels: PixelBuffer) -> PixelBuffer {
    ColorProfile(profile, channels: pixels.channels).map(pixels.converted) ?? pixels
  }

  private func sketch(of pixels: PixelBuffer) -> PictureSketch? {
    let upright = pixels.turnedUpright(from: Orientation(exif: exif, xmp: xmp))
    return PictureSketch(of: inSRGB(upright).onWhite)
  }
}

extension PixelBuffer {
  /// The same picture with fewer pixels, or as many.
  func reduced(to target: PixelSize) -> PixelBuffer {
    let size = PixelSize(width: width, height: height)
    guard target != size else { return self }
    var resampler = AreaResampler(size, step: 1, channels: channels, to: target)
    bytes.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return }
      for row in 0..<height { resampler.push(start + row * width * channels) }
    }
    return resampler.finish()
  }
}
