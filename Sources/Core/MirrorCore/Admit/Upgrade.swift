import ProviderKit

/// Finds mirrored photos with a larger file at the site, and thumbnails of another size or format than the
/// one wanted. Pure.
package struct Upgrade: Sendable {
  let size: SizePolicy
  /// False: only photos are upgraded whose larger size was refused at the target of a redirect.
  var isForAll = true
  /// Nil for no thumbnails.
  let thumbnail: ThumbnailChoice?

  /// Whether the listing offers a larger file than the mirrored one, as far as it says.
  func offers(_ photo: Photo, for record: PhotoRecord) -> Bool {
    guard isFor(record), let chosen = size.choose(from: photo.files) else { return false }
    return Self.isLarger(chosen, than: record, among: photo.files)
  }

  /// Whether the site has to be asked what it offers, because the listing has no address: of a video, or of any
  /// photo. An original is the largest.
  func mustAsk(about photo: Photo, for record: PhotoRecord) -> Bool {
    guard isFor(record), let picture = record.picture, photo.files.isEmpty else { return false }
    return !picture.isOriginal
  }

  private func isFor(_ record: PhotoRecord) -> Bool {
    isForAll || record.picture?.isLinkRefused == true
  }

  /// Whether a rendition is a larger file than the mirrored one, as far as the site says.
  /// - Parameter offered: What the site offers, a video's best stream first: their pixels are often not stated.
  static func isLarger(
    _ chosen: Rendition, than record: PhotoRecord, among offered: [Rendition]
  ) -> Bool {
    guard let picture = record.picture, chosen.label != record.label else { return false }
    if chosen.media == .video, let own = offered.firstIndex(where: { $0.label == record.label }) {
      return offered[..<own].contains { $0.label == chosen.label }
    }
    guard picture.width > 0 else { return chosen.media == .video && chosen.isOriginal }
    guard let width = chosen.width, let height = chosen.height else { return chosen.isOriginal }
    // Of equal pixels, an original has not been compressed again.
    if picture.isNear(width: width, height: height) { return chosen.isOriginal }
    return chosen.isLarger(than: picture)
  }

  /// The longest edge of the thumbnail that a photo should have; nil if it should have none.
  func thumbnailEdge(of record: PhotoRecord) -> Int? {
    guard let thumbnail, let picture = record.picture, picture.width > 0 else { return nil }
    return min(thumbnail.edge, max(picture.width, picture.height))
  }

  /// Whether a photo's thumbnail has another edge or format than it should have, or is missing.
  /// - Parameter edge: ``thumbnailEdge(of:)``.
  func lacksThumbnail(
    _ record: PhotoRecord, edge: Int, in destination: MirrorFiles
  ) async -> Bool {
    if record.thumbnail == .picture, let picture = record.picture {
      return edge < max(picture.width, picture.height)
    }
    guard let format = record.thumbnail.format, format == thumbnail?.format else { return true }
    return await destination.thumbnailEdge(ofStem: record.stem, format) != edge
  }
}

extension Rendition {
  /// Whether it has more pixels than a mirrored file; false if unknown.
  func isLarger(than picture: PictureFacts) -> Bool {
    guard let width, let height else { return false }
    return Double(width) * Double(height) > Double(picture.width) * Double(picture.height)
  }
}
