import ProviderKit

/// Counts mirrored photos whose files are smaller than those that a source offers.
struct SmallerFiles: Sendable, Hashable {
  private(set) var photos = 0
  /// The longest edge of the files, in pixels.
  private(set) var edge = 0

  mutating func note(_ record: PhotoRecord, _ photo: Photo, _ upgrade: Upgrade) {
    var wish = upgrade
    wish.isForAll = true
    guard let picture = record.picture, picture.width > 0, wish.offers(photo, for: record) else {
      return
    }
    photos += 1
    edge = max(edge, picture.width, picture.height)
  }

  mutating func add(_ other: SmallerFiles) {
    photos += other.photos
    edge = max(edge, other.edge)
  }

  /// Nil if there are none.
  var note: MirrorNote? { photos > 0 ? .smallerFiles(photos: photos, edge: edge) : nil }
}
