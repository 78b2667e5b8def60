/// The smaller pictures that are made of an image.
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
  /// The longest edge of a preview in pixels, a JPEG that shows the image on a screen; nil for none. Only an image
  /// that is larger, or that some browser does not show, gets one.
  public var previewEdge: Int?
  /// Whether the proof's thumbnail is no file, but the samples of a ``PictureSketch``.
  var isSketch = false

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
