/// A kind of file that photo hosts serve.
public enum ImageFormat: String, Sendable, Codable, Hashable, CaseIterable {
  /// `mp4` stands for every video in an ISO base media file, `svg` for the only one that is text.
  case jpeg, png, gif, webp, heic, avif, tiff, mp4, svg

  /// Without the dot: "jpg", "png".
  public var fileExtension: String {
    self == .jpeg ? "jpg" : rawValue
  }

  /// Whether this build can prove it by decoding.
  public var isDecodable: Bool {
    switch self {
    case .jpeg, .png, .gif, .webp: true
    case .heic, .avif, .tiff, .mp4, .svg: false
    }
  }
}
