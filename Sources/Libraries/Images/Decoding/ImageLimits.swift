/// Limits for decoding, checked before memory or time is spent; the error names the exceeded limit.
public struct ImageLimits: Sendable, Hashable {
  /// Pixels of the image; nil for no limit but the others. Most images are decoded row by row, so
  /// that many pixels take time and no memory.
  public var pixels: Int?
  /// Pixels of the longer edge; JPEG's own limit is 65,500.
  public var edge = 65_500
  /// Bytes for data that a format requires to be held completely: the coefficients of a progressive
  /// JPEG (2 to 6 bytes a pixel); the pixels of an interlaced PNG (4 bytes) or a GIF (1 byte, or 4
  /// if several images fill a canvas), only if a thumbnail is made; a WebP's file, pixels (3 to 10
  /// bytes), prefix codes (12 to 20 KB a group) and chunks (128 bytes each). Everything else is
  /// held by the row. The default suffices for the largest progressive images of cameras (89
  /// megapixels without subsampling).
  public var memory = 512 << 20
  /// Scans of a progressive JPEG; encoders write about 10.
  public var scans = 100
  /// Warnings after which the file counts as damaged.
  public var warnings = 100
  /// Seconds of CPU time of the decoding thread. Frames and pages after the first get three quarters of them, and are
  /// left out with a warning beyond.
  public var seconds = 60.0
  /// Whether the file is known to be as it was sent, by a promised length or digest. Then a JPEG with bytes between its
  /// last pixel and its end marker, as some cameras and scanners pad their files, is whole with a warning; otherwise
  /// such bytes are damage, because codes that were read wrongly leave them, too.
  public var isTransferProven = false
  /// Whether libjpeg and libpng decode alone, without the parts that `CImageCodec` does faster: for comparisons. Not
  /// sent to helpers.
  package var isReference = false

  /// The defaults.
  public init() {}
}
