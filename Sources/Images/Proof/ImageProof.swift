/// What a decode of the whole file has shown.
public struct ImageProof: Sendable, Hashable {
  /// By the first bytes, whatever the name says.
  public let format: ImageFormat
  /// Pixels as stored, before any EXIF orientation; 0 where the format is not decoded.
  public let width: Int
  /// Pixels as stored, before any EXIF orientation; 0 where the format is not decoded.
  public let height: Int
  /// False where the format is known but not decoded: only length and hash can vouch for it.
  public let isDecoded: Bool
  /// A PNG, upright, in sRGB or with the photo's own profile; nil where none was asked for or it failed.
  public let thumbnail: [UInt8]?
  /// Why there is no thumbnail though one was asked for; the file is whole all the same.
  public let thumbnailFailure: ImageError?
  /// The codec's warnings that do not make the file unusable.
  public let warnings: [String]

  /// Decodes the file at `path` to its last byte; in the same pass makes a thumbnail whose longest
  /// edge is `thumbnailEdge` (nil or less than 1: none; never enlarged).
  ///
  /// The file must not be a link, and may change while it is read. Blocks: call it on a thread of
  /// its own. What it holds is bounded by the longer edge and the thumbnail, but for what
  /// `ImageLimits.memory` bounds, and 40 MiB for the largest colour profile.
  ///
  /// - Throws: every kind but `unencodable`.
  public init(
    ofFileAt path: String, thumbnailEdge: Int?, limits: ImageLimits = .init()
  ) throws(ImageError) {
    try self.init(of: ImageSource(path: path), thumbnailEdge: thumbnailEdge, limits: limits)
  }

  /// Like the proof of a file, of a file's bytes in memory.
  public init(
    of bytes: [UInt8], thumbnailEdge: Int?, limits: ImageLimits = .init()
  ) throws(ImageError) {
    self = try bytes.withUnsafeBufferPointer { bytes throws(ImageError) in
      let source = try ImageSource(lending: bytes)
      return try ImageProof(of: source, thumbnailEdge: thumbnailEdge, limits: limits)
    }
  }

  private init(
    of source: ImageSource, thumbnailEdge: Int?, limits: ImageLimits
  ) throws(ImageError) {
    let firstBytes = try source.firstBytes()
    guard let format = ImageFormat(sniffing: firstBytes) else {
      throw ImageError(.notAnImage, "it is \(ForeignContent(firstBytes: firstBytes))")
    }
    self.format = format
    isDecoded = format.isDecodable
    guard isDecoded else {
      (width, height, thumbnail, thumbnailFailure, warnings) = (0, 0, nil, nil, [])
      return
    }
    let decoder = try ImageDecoder(format, of: source, limits: limits)
    (width, height) = (decoder.size.width, decoder.size.height)
    let edge = thumbnailEdge.flatMap { $0 > 0 ? $0 : nil }
    let result = try decoder.decodeToTheEnd(thumbnailEdge: edge)
    thumbnail = try? result?.get()
    thumbnailFailure = result?.failure
    warnings = decoder.warnings
  }
}

extension Result {
  fileprivate var failure: Failure? {
    guard case .failure(let failure) = self else { return nil }
    return failure
  }
}
