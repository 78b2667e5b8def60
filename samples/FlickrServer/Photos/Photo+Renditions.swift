import Images

/// One size of a photo.
struct Rendition: Sendable {
  let size: PhotoSize
  /// In pixels.
  let width: Int
  let height: Int
  /// The format of the bytes, whatever the name says.
  let format: ImageFormat
  /// `{id}_{secret}[_suffix].{jpg|png}`
  let fileName: String
}

extension Photo {
  /// Width and height of the original in pixels.
  var originalPixels: (width: Int, height: Int) {
    let longest = longestEdge
    let (across, down) = look.pick(
      .aspect, of: [(3, 2), (3, 2), (4, 3), (4, 3), (2, 3), (3, 4), (1, 1), (16, 9), (3, 1)])
    guard across >= down else { return (max(1, longest * across / down), longest) }
    return (longest, max(1, longest * down / across))
  }

  /// The format of the original: about one in eight is a PNG, and some more have a name that ends
  /// in ".jpg".
  var originalFormat: ImageFormat { isPNG || isDisguised ? .png : .jpeg }

  /// The extension of the original's name.
  var originalExtension: String { isPNG ? "png" : "jpg" }

  /// The offered sizes, smallest first: small originals lack the larger ones.
  var renditions: [Rendition] { PhotoSize.allCases.compactMap(rendition) }

  /// This size; nil if it is not offered.
  func rendition(_ size: PhotoSize) -> Rendition? {
    let (width, height) = originalPixels
    guard let edge = size.longestEdge else {
      guard mayDownload else { return nil }
      return Rendition(
        size: size, width: width, height: height, format: originalFormat,
        fileName: "\(id)_\(originalSecret)_o.\(originalExtension)")
    }
    let longest = max(width, height)
    guard size.isSquare || edge < longest else { return nil }
    let secret = size == .large1600 ? largeSecret : secret
    return Rendition(
      size: size,
      width: size.isSquare ? edge : max(1, width * edge / longest),
      height: size.isSquare ? edge : max(1, height * edge / longest),
      format: .jpeg, fileName: "\(id)_\(secret)\(size.suffix).jpg")
  }

  private var isPNG: Bool { look.chance(.isPNG, oneIn: 8) }
  private var isDisguised: Bool { look.chance(.isDisguised, oneIn: 24) }

  /// A few are too small for most sizes; a PNG is kept small, because it takes far longer to draw.
  private var longestEdge: Int {
    if look.chance(.isSmall, oneIn: 12) { return look.number(.longestEdge, in: 40...420) }
    return look.number(.longestEdge, in: originalFormat == .png ? 1024...1280 : 1024...2048)
  }
}
