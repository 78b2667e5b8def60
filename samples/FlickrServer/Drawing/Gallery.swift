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

  private let cache = Locked(ByteCache<Key>(limit: 48 << 20))

  /// The bytes of a photo in one size; always the same.
  func body(of photo: Photo, _ rendition: Rendition) throws(ImageError) -> [UInt8] {
    let key = Key(
      picture: photo.look.number(.scene), size: rendition.size, width: rendition.width,
      height: rendition.height)
    if let body = cache.withLock({ $0.body(for: key) }) { return body }
    let body = try Gallery.draw(photo, rendition)
    cache.withLock { $0.insert(body, for: key) }
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

/// A cache of bodies with a limit in bytes.
///
/// Two generations make every access constant: a used body moves to the young generation; when that
/// holds half of the limit it becomes the old one, and the previous old one is dropped.
struct ByteCache<Key: Hashable> {
  let limit: Int
  private var young: [Key: [UInt8]] = [:]
  private var old: [Key: [UInt8]] = [:]
  private var youngBytes = 0

  init(limit: Int) { self.limit = limit }

  mutating func body(for key: Key) -> [UInt8]? {
    if let body = young[key] { return body }
    guard let body = old[key] else { return nil }
    insert(body, for: key)
    return body
  }

  /// Adds a body unless it is too large.
  mutating func insert(_ body: [UInt8], for key: Key) {
    guard body.count <= limit / 4, young[key] == nil else { return }
    if youngBytes + body.count > limit / 2 {
      old = young
      young = [:]
      youngBytes = 0
    }
    young[key] = body
    youngBytes += body.count
  }
}
