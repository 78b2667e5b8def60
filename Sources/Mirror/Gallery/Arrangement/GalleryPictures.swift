/// The pictures that a gallery makes of a photo, where its thumbnail is too small and its file too large, or shown by
/// no browser.
package struct GalleryPictures: OptionSet, Sendable, Hashable {
  /// A bit for each.
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// For lists on dense screens, with the longest edge ``tileEdge``.
  package static let tile = GalleryPictures(rawValue: 1)
  /// For the photo's page, with the longest edge that the gallery has chosen.
  package static let preview = GalleryPictures(rawValue: 2)

  /// In pixels: twice a thumbnail.
  package static let tileEdge = 512
  /// In pixels: a page fills most screens with it.
  package static let standardPreviewEdge = 1600
  /// Of all pictures, in the gallery's folder.
  package static let folder = "pictures"

  /// The path of a photo's picture, a JPEG, relative to the gallery's folder. A thousand photos share a folder.
  package static func path(ofRow row: Int64, edge: Int) -> String {
    "\(folder)/\(row / 1000)/\(row)-\(edge).jpg"
  }
}
