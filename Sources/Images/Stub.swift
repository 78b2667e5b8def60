package struct ImageLimits: Sendable {
  package var pixels = 100_000_000
  package var edge = 65_500
  package init() {}
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
