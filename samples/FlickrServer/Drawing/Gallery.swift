import Images
import Locking

/// Draws and encodes images on demand.
///
/// May be called from any thread, and draws on that thread.
final class Gallery: Sendable {
  private struct Key: Hashable {
    let picture: UInt64
    let size: PhotoSize
    let width: Int
    let height: Int
  }

  /// How many bytes of images are kept at most; then all are drawn again.
  private static let most = 48 << 20
  private let kept = Locked((bodies: [Key: [UInt8]](), bytes: 0))

  /// The bytes of a photo in one size; always the same.
  func body(of photo: Photo, _ rendition: Rendition) throws(ImageError) -> [UInt8] {
    let key = Key(
      picture: photo.look.number(.scene), size: rendition.size, width: rendition.width,
      height: rendition.height)
    if let body = kept.withLock({ $0.bodies[key] }) { return body }
    let body = try Gallery.draw(photo, rendition)
    kept.withLock { kept in
      if kept.bytes + body.count > Gallery.most { kept = ([:], 0) }
      if kept.bodies.updateValue(body, forKey: key) == nil { kept.bytes += body.count }
    }
    return body
  }

  /// The image for unavailable photos.
  func placeholder() throws(ImageError) -> [UInt8] {
    let grey = PixelBuffer(
      width: 500, height: 374, channels: 1, bytes: .init(repeating: 200, count: 500 * 374))
    return try PNGEncoder.encode(grey)
  }

  private static func draw(_ photo: Photo, _ rendition: Rendition) throws(ImageError) -> [UInt8] {
    // PNG does not compress noise: more grain would make it many times as large as a photo.
    let isPNG = rendition.format == .png
    let painter = Painter(
      width: rendition.width, height: rendition.height, grain: isPNG ? 1 : 8)
    let pixels = painter.paint(
      Scene(photo.look), random: SeededGenerator(seed: photo.look.number(.scene)))
    return try isPNG ? PNGEncoder.encode(pixels) : JPEGEncoder.encode(pixels)
  }
}
