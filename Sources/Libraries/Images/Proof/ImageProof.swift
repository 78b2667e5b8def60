import Glibc

/// The result of decoding a complete file.
public struct ImageProof: Sendable, Hashable {
  /// The format by the first bytes, whatever the name says.
  public let format: ImageFormat
  /// Pixels as stored, before any EXIF orientation; 0 where the format is not decoded.
  public let width: Int
  /// Pixels as stored, before any EXIF orientation; 0 where the format is not decoded.
  public let height: Int
  /// False if the format is known but not decoded, or a limit prevented it: then only length and
  /// hash can verify the file.
  public let isDecoded: Bool
  /// The limit that prevented decoding, if the caller accepts that, or what the format's library lacks; nil if
  /// neither did.
  public let limit: ImageError?
  /// A file, upright, in sRGB or with the photo's own profile; nil if none was requested, or needed, or it
  /// failed.
  public let thumbnail: [UInt8]?
  /// A JPEG; nil if none was requested, or the image needs none (``ThumbnailRequest/previewEdge``).
  public let preview: [UInt8]?
  /// Whether the file serves as its own thumbnail, and so has no other (``ThumbnailRequest/leavesOutSmall``).
  public let isItsOwnThumbnail: Bool
  /// Why a requested thumbnail is missing; the file itself is valid.
  public let thumbnailFailure: ImageError?
  /// The codec's warnings; the file is usable.
  public let warnings: [String]

  /// Decodes the file at `path` up to its last byte, and in the same pass makes a thumbnail with
  /// the longest edge `thumbnailEdge` (nil or less than 1 for none; never enlarged).
  ///
  /// The file must not be a link, and may change while it is read. Blocks: call it on a thread of
  /// its own. Memory is limited by the longer edge and the thumbnail, plus `ImageLimits.memory`,
  /// plus 40 MiB for the largest colour profile.
  ///
  /// - Throws: `ImageError` of every kind except `unencodable` and `unsupported`.
  public init(
    ofFileAt path: String, thumbnailEdge: Int?, limits: ImageLimits = .init()
  ) throws(ImageError) {
    try self.init(ofFileAt: path, ThumbnailRequest(edge: thumbnailEdge), limits: limits)
  }

  /// The same with another thumbnail than a PNG; nil for none.
  public init(
    ofFileAt path: String, _ thumbnail: ThumbnailRequest?, limits: ImageLimits = .init()
  ) throws(ImageError) {
    try self.init(of: ImageSource(path: path), thumbnail, limits: limits)
  }

  /// The same for an open regular file, from its position; the descriptor is closed.
  package init(
    ofOpenFile descriptor: Int32, _ thumbnail: ThumbnailRequest?, limits: ImageLimits
  ) throws(ImageError) {
    let source: ImageSource
    do throws(ImageError) {
      source = try ImageSource(reading: descriptor)
    } catch {
      close(descriptor)
      throw error
    }
    try self.init(of: source, thumbnail, limits: limits)
  }

  /// A proof with these members, as another process determined them.
  package init(
    format: ImageFormat, width: Int, height: Int, isDecoded: Bool, limit: ImageError?,
    thumbnail: [UInt8]?, preview: [UInt8]? = nil,
    thumbnailFailure: ImageError?, warnings: [String], isItsOwnThumbnail: Bool = false
  ) {
    self.isItsOwnThumbnail = isItsOwnThumbnail
    self.preview = preview
    (self.format, self.width, self.height) = (format, width, height)
    (self.isDecoded, self.limit) = (isDecoded, limit)
    (self.thumbnail, self.thumbnailFailure) = (thumbnail, thumbnailFailure)
    self.warnings = warnings
  }

  /// The format of a file that was refused by a limit.
  ///
  /// - Parameter limit: the error that names the limit.
  /// - Throws: `unreadable`, `notAnImage`.
  public init(ofFileAt path: String, refusedBy limit: ImageError) throws(ImageError) {
    try self.init(undecoded: ImageFormat(of: ImageSource(path: path)), limit: limit)
  }

  private init(undecoded format: ImageFormat, limit: ImageError?) {
    self.format = format
    self.limit = limit
    (isDecoded, width, height) = (false, 0, 0)
    (thumbnail, thumbnailFailure, warnings) = (nil, nil, [])
    (preview, isItsOwnThumbnail) = (nil, false)
  }

  /// The same for a file in memory.
  public init(
    of bytes: [UInt8], thumbnailEdge: Int?, limits: ImageLimits = .init()
  ) throws(ImageError) {
    try self.init(of: bytes, ThumbnailRequest(edge: thumbnailEdge), limits: limits)
  }

  /// The same with another thumbnail than a PNG; nil for none.
  public init(
    of bytes: [UInt8], _ thumbnail: ThumbnailRequest?, limits: ImageLimits = .init()
  ) throws(ImageError) {
    self = try bytes.withUnsafeBufferPointer { bytes throws(ImageError) in
      let source = try ImageSource(lending: bytes)
      return try ImageProof(of: source, thumbnail, limits: limits)
    }
  }

  private init(
    of source: ImageSource, _ thumbnail: ThumbnailRequest?, limits: ImageLimits
  ) throws(ImageError) {
    let format = try ImageFormat(of: source)
    guard format.isDecodable else {
      self.init(undecoded: format, limit: nil)
      return
    }
    do throws(ImageError) {
      let decoder = try ImageDecoder(format, of: source, limits: limits)
      self.init(decoder, pictures: try decoder.decodeToTheEnd(thumbnail))
    } catch {
      guard error.kind == .unsupported else { throw error }
      self.init(undecoded: format, limit: error)
    }
  }

  /// From a finished decoder.
  private init(_ decoder: ImageDecoder, pictures: Result<SmallPictures, ImageError>?) {
    format = decoder.format
    (isDecoded, limit) = (true, nil)
    (width, height) = (decoder.size.width, decoder.size.height)
    let made = try? pictures?.get()
    (thumbnail, preview) = (made?.thumbnail, made?.preview)
    isItsOwnThumbnail = made.map { $0.thumbnail == nil } ?? false
    thumbnailFailure = pictures?.failure
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
