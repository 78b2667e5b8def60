import Images
import Locking

/// Draws and encodes pictures when they are asked for.
///
/// May be asked from any thread; what it draws, it draws on that thread.
final class Gallery: Sendable {
  private struct Key: Hashable {
    let picture: UInt64
    let size: PhotoSize
    let width: Int
    let height: Int
  }

  private let cache = Locked(ByteCache<Key>(limit: 48 << 20))

  /// The bytes of a photo at one size: always the same.
  func body(of photo: Photo, _ rendition: Rendition) throws(ImageError) -> [UInt8] {
    let key = Key(
      picture: photo.look.number(.scene), size: rendition.size, width: rendition.width,
      height: rendition.height)
    if let body = cache.withLock({ $0.body(for: key) }) { return body }
    let body = try Gallery.draw(photo, rendition)
    cache.withLock { $0.insert(body, for: key) }
    return body
  }

  /// What is shown in the place of a photo that cannot be.
  func placeholder() throws(ImageError) -> [UInt8] {
    let grey = PixelBuffer(
      width: 500, height: 374, channels: 1, bytes: .init(repeating: 200, count: 500 * 374))
    return try PNGEncoder.encode(grey)
  }

  private static func draw(_ photo: Photo, _ rendition: Rendition) throws(ImageError) -> [UInt8] {
    // PNG packs no noise: more grain would make it many times as large as a photo.
    let isPNG = rendition.format == .png
    let painter = Painter(
      width: rendition.width, height: rendition.height, grain: isPNG ? 1 : 11)
    let pixels = painter.paint(Scene(photo.look), dice: Dice(seed: photo.look.number(.scene)))
    return try isPNG ? PNGEncoder.encode(pixels) : JPEGEncoder.encode(pixels)
  }
}
