import ProviderKit

/// Finds mirrored photos of which the site offers a larger file, and thumbnails of another size than the one
/// wanted. Pure.
package struct Upgrade: Sendable {
  let size: SizePolicy
  /// Longest edge in pixels; nil for no thumbnails.
  let thumbnailEdge: Int?

  /// Whether the listing offers a larger file than the mirrored one, as far as it says. A video is not looked
  /// up: its listing has no streams.
  func offers(_ photo: Photo, for record: PhotoRecord) -> Bool {
    guard let picture = record.picture, picture.width > 0, photo.media != .video,
      let chosen = size.choose(from: photo.renditions), chosen.label != record.label
    else { return false }
    guard let width = chosen.width, let height = chosen.height else { return chosen.isOriginal }
    // Of equal pixels, an original has not been compressed again.
    if picture.isNear(width: width, height: height) { return chosen.isOriginal }
    return chosen.isLarger(than: picture)
  }

  /// The longest edge of the thumbnail that a photo should have; nil if it should have none.
  func thumbnailEdge(of record: PhotoRecord) -> Int? {
    guard let thumbnailEdge, let picture = record.picture, picture.width > 0 else { return nil }
    return min(thumbnailEdge, max(picture.width, picture.height))
  }
}

extension Rendition {
  /// Whether it has more pixels than a mirrored file; false if unknown.
  func isLarger(than picture: PictureFacts) -> Bool {
    guard let width, let height else { return false }
    return Double(width) * Double(height) > Double(picture.width) * Double(picture.height)
  }
}
