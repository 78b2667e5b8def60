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
