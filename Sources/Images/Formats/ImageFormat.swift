/// A kind of file that photo hosts serve.
public enum ImageFormat: String, Sendable, Codable, Hashable, CaseIterable {
  /// Pictures; `svg` is the only one that is text.
  case jpeg, png, gif, webp, heic, avif, tiff, jxl, jp2, bmp, psd, svg
  /// Videos: `mp4` stands for every one in an ISO base media file but QuickTime's, `webm` for every
  /// one in Matroska's container.
  case mp4, mov, webm, avi

  /// Without the dot: "jpg", "png".
  public var fileExtension: String {
    self == .jpeg ? "jpg" : rawValue
  }

  /// Whether this build can prove it by decoding.
  public var isDecodable: Bool {
    switch self {
    case .jpeg, .png, .gif, .webp: true
    default: false
    }
  }
}
