/// The thumbnail that is made of an image.
public struct ThumbnailRequest: Sendable, Hashable {
  /// The formats in which a thumbnail is encoded.
  public enum Format: String, CaseIterable, Sendable {
    /// Without loss, with the photo's own profile.
    case png
    /// In sRGB, translucent pixels on white: an eighth of a PNG's bytes.
    case jpeg
    /// In sRGB, with alpha.
    case webp
  }

  /// The longest edge in pixels.
  public var edge: Int
  /// The format of the thumbnail's file.
  public var format: Format
  /// Whether an image gets none that is no larger, upright, and shown by every browser as it is
  /// (``ImageProof/isItsOwnThumbnail``).
  public var leavesOutSmall: Bool

  /// A thumbnail of at most `edge` pixels, at least 1.
  public init(edge: Int, format: Format = .png, leavesOutSmall: Bool = false) {
    (self.edge, self.format, self.leavesOutSmall) = (edge, format, leavesOutSmall)
  }

  /// Nil for an edge of nil or less than 1.
  init?(edge: Int?) {
    guard let edge, edge > 0 else { return nil }
    self.init(edge: edge)
  }
}

/// What a request gives.
enum ProofThumbnail {
  case file([UInt8])
  case ownFile
}

extension ImageDecoder {
  /// Bytes of a file besides its pixels without compression: metadata. An animation has more.
  private static let mostOverhead = 64 << 10
  private static let shownByBrowsers: Set<ImageFormat> = [.jpeg, .png, .gif, .webp]

  /// Whether the image serves as its own thumbnail unless its end shows otherwise.
  func mayBeItsOwn(_ request: ThumbnailRequest) -> Bool {
    request.leavesOutSmall && max(size.width, size.height) <= request.edge
      && Self.shownByBrowsers.contains(format)
  }

  /// Whether the finished image serves as its own thumbnail.
  func isItsOwn(_ request: ThumbnailRequest) -> Bool {
    mayBeItsOwn(request)
      && consumed <= UInt64(size.width * size.height * 4 + Self.mostOverhead)
      && Orientation(exif: exif, xmp: xmp) == .up
  }

  func encode(
    _ pixels: PixelBuffer, as format: ThumbnailRequest.Format
  ) -> Result<[UInt8], ImageError> {
    let upright = pixels.turnedUpright(from: Orientation(exif: exif, xmp: xmp))
    let profile = ColorProfile(profile, channels: pixels.channels)
    return Result { () throws(ImageError) in
      switch format {
      case .png:
        guard let profile, !profile.isCarried else {
          return try PNGEncoder.encode(upright, profile: profile)
        }
        return try PNGEncoder.encode(upright.converted(from: profile))
      case .jpeg:
        return try JPEGEncoder.encode((profile.map(upright.converted) ?? upright).onWhite)
      case .webp:
        return try WebPEncoder.encode(profile.map(upright.converted) ?? upright)
      }
    }
  }
}
