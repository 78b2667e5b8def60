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

/// The bodies used of late, at most a given number of bytes.
///
/// In two generations, so that every use costs the same: a body that is used moves to the young
/// one; when that holds half of the limit it becomes the old one, and what was old is dropped.
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

  /// Keeps a body, unless it is too large to be worth it.
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
