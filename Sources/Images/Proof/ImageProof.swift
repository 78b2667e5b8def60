/// What a decode of the whole file has shown.
public struct ImageProof: Sendable, Hashable {
  /// By the first bytes, whatever the name says.
  public let format: ImageFormat
  /// Pixels as stored, before any EXIF orientation; 0 where the format is not decoded.
  public let width: Int
  /// Pixels as stored, before any EXIF orientation; 0 where the format is not decoded.
  public let height: Int
  /// False where the format is known but not decoded, or a limit was in the way: only length and hash can
  /// vouch for it.
  public let isDecoded: Bool
  /// The limit that was in the way of a decode, where the proof was asked to go without; nil: none was.
  public let limit: ImageError?
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

  /// What is known of a file that was refused by a limit: its format.
  ///
  /// - Parameter limit: the error that says which.
  /// - Throws: `unreadable`, `notAnImage`.
  public init(ofFileAt path: String, refusedBy limit: ImageError) throws(ImageError) {
    try self.init(undecoded: ImageFormat(of: ImageSource(path: path)), limit: limit)
  }

  private init(undecoded format: ImageFormat, limit: ImageError?) {
    self.format = format
    self.limit = limit
    (isDecoded, width, height) = (false, 0, 0)
    (thumbnail, thumbnailFailure, warnings) = (nil, nil, [])
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
    let format = try ImageFormat(of: source)
    guard format.isDecodable else {
      self.init(undecoded: format, limit: nil)
      return
    }
    let decoder = try ImageDecoder(format, of: source, limits: limits)
    let edge = thumbnailEdge.flatMap { $0 > 0 ? $0 : nil }
    self.init(decoder, thumbnail: try decoder.decodeToTheEnd(thumbnailEdge: edge))
  }

  /// Of a decoder that has come to the end.
  private init(_ decoder: ImageDecoder, thumbnail: Result<[UInt8], ImageError>?) {
    format = decoder.format
    (isDecoded, limit) = (true, nil)
    (width, height) = (decoder.size.width, decoder.size.height)
    self.thumbnail = try? thumbnail?.get()
    thumbnailFailure = thumbnail?.failure
    warnings = decoder.warnings
  }
}

extension ImageFormat {
  /// By the file's first bytes.
  fileprivate init(of source: ImageSource) throws(ImageError) {
    let firstBytes = try source.firstBytes()
    guard let format = ImageFormat(sniffing: firstBytes) else {
      throw ImageError(.notAnImage, "it is \(ForeignContent(firstBytes: firstBytes))")
    }
    self = format
  }
}

extension Result {
  fileprivate var failure: Failure? {
    guard case .failure(let failure) = self else { return nil }
    return failure
  }
}

/// How much a picture may cost, checked before it is spent; an error says which limit was hit.
public struct ImageLimits: Sendable, Hashable {
  /// Of the whole picture; nil: as many as the other limits allow. Most pictures are decoded row by row,
  /// so that many pixels take time and no memory.
  public var pixels: Int?
  /// Of the longer edge, in pixels; JPEG itself ends at 65,500.
  public var edge = 65_500
  /// In bytes, for what a format forces to be held as a whole: the coefficients of a progressive
  /// JPEG (2 to 6 bytes a pixel), the pixels of an interlaced PNG (4 bytes) or GIF (1 byte, or 4
  /// where pictures fill a canvas together; all only where a thumbnail is made), a WebP's file, pixels (3 to 10 bytes), prefix codes (12 to 20 KB a
  /// group) and chunks (128 bytes each). All else is held by the row. As much as the largest progressive
  /// pictures of cameras need (89 megapixels without subsampling).
  public var memory = 512 << 20
  /// Of a progressive JPEG; encoders write about 10.
  public var scans = 100
  /// That a codec may utter before the file is taken for damaged.
  public var warnings = 100
  /// Of CPU time on the decoding thread.
  public var seconds = 60.0

  /// The defaults.
  public init() {}
}
