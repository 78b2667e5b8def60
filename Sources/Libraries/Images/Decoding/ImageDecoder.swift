import CImageCodec

/// One decoding of one file by CImageCodec: `init`, `start`, `readRows` until it returns 0,
/// `finish`.
///
/// Belongs to one thread. After an error only its warnings may be read.
final class ImageDecoder {
  let format: ImageFormat
  /// As stored, before any orientation.
  let size: PixelSize
  private let source: ImageSource
  private let handle: OpaquePointer
  private var rows = codec_rows()
  private var rowsRead = 0

  /// Reads the headers.
  init(_ format: ImageFormat, of source: ImageSource, limits: ImageLimits) throws(ImageError) {
    var limits = codec_limits(limits)
    guard let created = format.createDecoder?(source.handle, &limits) else { throw .noMemory }
    var size = codec_size()
    guard codec_decoder_read_header(created, &size) == codec_ok else {
      defer { codec_decoder_free(created) }
      throw ImageError(codec_decoder_report(created).pointee, at: "in the header", of: source)
    }
    self.format = format
    handle = created
    self.source = source
    self.size = PixelSize(width: Int(size.width), height: Int(size.height))
  }

  deinit { codec_decoder_free(handle) }

  /// Selects the cheapest rows that are at least as large as `minimum`; nil to verify only. In a
  /// reduced image each sample covers `rows.step` pixels each way. `rows.channels` of 0 means that
  /// there are no pixels.
  func start(atLeast minimum: PixelSize?) throws(ImageError) -> codec_rows {
    let least = codec_size(
      width: UInt32(clamping: minimum?.width ?? 0), height: UInt32(clamping: minimum?.height ?? 0))
    try check(codec_decoder_start(handle, least, &rows))
    return rows
  }

  /// Decodes up to `count` rows; returns how many, 0 after the last.
  func readRows(_ count: Int, into bytes: UnsafeMutablePointer<UInt8>) throws(ImageError) -> Int {
    var done: UInt32 = 0
    let status = codec_decoder_read_rows(handle, bytes, UInt32(clamping: count), &done)
    rowsRead += Int(done)
    try check(status)
    return Int(done)
  }

  /// Reads up to the end marker.
  func finish() throws(ImageError) {
    try check(codec_decoder_finish(handle))
  }

  /// The codec's messages; the first different ones.
  var warnings: [String] { codec_decoder_report(handle).pointee.warningTexts }

  /// The EXIF block; complete after `finish`.
  var exif: [UInt8] { Array(codec_decoder_exif(handle)) }

  /// The XMP packet of a PNG; complete after `finish`.
  var xmp: [UInt8] { Array(codec_decoder_xmp(handle)) }

  /// The ICC profile, not validated; empty if none.
  var profile: [UInt8] { Array(codec_decoder_profile(handle)) }

  /// Bytes of the file so far.
  var consumed: UInt64 { source.offset }

  /// In rows of the image; a decoder may give fewer.
  private var place: String {
    guard rowsRead > 0 else { return "before the first row" }
    return "after row \(size.height * rowsRead / Int(rows.count)) of \(size.height)"
  }

  private func check(_ status: codec_status) throws(ImageError) {
    guard status != codec_ok else { return }
    throw ImageError(codec_decoder_report(handle).pointee, at: place, of: source)
  }
}

extension ImageFormat {
  /// Nil if the format is not decoded.
  fileprivate var createDecoder: ((OpaquePointer, UnsafePointer<codec_limits>) -> OpaquePointer?)? {
    switch self {
    case .jpeg: codec_decoder_create_jpeg
    case .png: codec_decoder_create_png
    case .gif: codec_decoder_create_gif
    case .webp: codec_decoder_create_webp
    case .heic, .avif: codec_decoder_create_heif
    case .jxl: codec_decoder_create_jxl
    case .tiff: codec_decoder_create_tiff
    default: nil
    }
  }
}

extension [UInt8] {
  fileprivate init(_ view: codec_bytes_view) {
    self.init(UnsafeBufferPointer(start: view.bytes, count: view.count))
  }
}

extension codec_limits {
  fileprivate init(_ limits: ImageLimits) {
    self.init(
      pixels: limits.pixels.map { UInt64(clamping: $0) } ?? .max,
      edge: UInt32(clamping: min(limits.edge, Int(Int32.max))),
      memory: UInt64(clamping: limits.memory), scans: UInt32(clamping: limits.scans),
      warnings: UInt32(clamping: limits.warnings),
      // NaN becomes 0.
      milliseconds: limits.seconds > 0 ? UInt32(min(limits.seconds * 1000, 4e9)) : 0,
      is_transfer_proven: limits.isTransferProven ? 1 : 0,
      is_reference: limits.isReference ? 1 : 0)
  }
}

extension ImageError {
  /// The codec's message and position.
  fileprivate init(_ report: codec_report, at place: String, of source: ImageSource) {
    switch report.status {
    case codec_truncated:
      self.init(
        .truncated, "\(report.text): \(source.offset) bytes received, decoding stopped \(place)")
    case codec_unreadable:
      self.init(.unreadable, "\(report.text), after \(source.offset) bytes")
    case codec_too_large:
      self.init(.tooLarge, report.text)
    case codec_unsupported:
      self.init(.unsupported, report.text)
    default:
      self.init(.damaged, "\(report.text), \(place)")
    }
  }
}
