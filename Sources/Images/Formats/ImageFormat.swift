/// A kind of file that photo hosts serve.
package enum ImageFormat: String, Sendable, Codable, Hashable, CaseIterable {
  /// `mp4` stands for every video in an ISO base media file, `svg` for the only one that is text.
  case jpeg, png, gif, webp, heic, avif, tiff, mp4, svg

  /// Without the dot: "jpg", "png".
  package var fileExtension: String {
    self == .jpeg ? "jpg" : rawValue
  }

  /// Whether this build can prove it by decoding.
  package var isDecodable: Bool {
    switch self {
    case .jpeg, .png, .gif, .webp: true
    case .heic, .avif, .tiff, .mp4, .svg: false
    }
  }
}
