import CImageCodec

package enum ImageFormat: String, Sendable, Codable, Hashable {
  case jpeg, png, gif, webp, heic, avif, tiff, mp4, svg
  /// By the file's first bytes (64 are enough); nil: none that is known.
  package init?(sniffing firstBytes: some Collection<UInt8>) { fatalError("stub") }
  /// Without the dot: "jpg", "png".
  package var fileExtension: String { fatalError("stub") }
  /// Whether this build can prove it by decoding.
  package var isDecodable: Bool { fatalError("stub") }
}

package struct ImageLimits: Sendable {
  package var pixels = 100_000_000
  package var edge = 65_500
  package init() {}
}

package struct ImageError: Error, Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    case notAnImage, truncated, damaged, tooLarge, unreadable, unencodable
  }
  package let kind: Kind
  /// A sentence without a period, with the codec's own words.
  package let message: String
}

/// What a decode of the whole file has shown.
package struct ImageProof: Sendable {
  package let format: ImageFormat
  /// Pixels as stored, before any EXIF orientation; 0 where the format is not decoded.
  package let width: Int
  package let height: Int
  /// False where the format is known but not decoded: only length and hash can vouch for it.
  package let isDecoded: Bool
  /// A PNG, or nil where none was asked for or it failed.
  package let thumbnail: [UInt8]?
  package let thumbnailFailure: ImageError?
  /// The codec's warnings that do not make the file unusable.
  package let warnings: [String]

  /// Decodes the file at `path` to its last byte; in the same pass makes a thumbnail whose longest
  /// edge is `thumbnailEdge` (nil: none; never enlarged). Blocks: call it on a thread of its own.
  package init(
    ofFileAt path: String, thumbnailEdge: Int?, limits: ImageLimits = .init()
  ) throws(ImageError) { fatalError("stub") }
}

/// 8-bit pixels, rows from the top, no padding.
package struct PixelBuffer: Sendable {
  package let width: Int
  package let height: Int
  /// 1 grey, 3 RGB, 4 RGBA.
  package let channels: Int
  package var bytes: [UInt8]
  package init(width: Int, height: Int, channels: Int, bytes: [UInt8]) {
    self.width = width
    self.height = height
    self.channels = channels
    self.bytes = bytes
  }
}

package enum PNGEncoder {
  package static func encode(_ pixels: PixelBuffer, level: Int = 1) throws(ImageError) -> [UInt8] {
    fatalError("stub")
  }
}
package enum JPEGEncoder {
  /// - Parameter quality: 1 to 100.
  package static func encode(_ pixels: PixelBuffer, quality: Int = 85, isProgressive: Bool = false)
    throws(ImageError) -> [UInt8]
  { fatalError("stub") }
}
