extension ImageFormat {
  /// By the file's first bytes (64 are enough but for an SVG with a long prologue); nil: none that
  /// is known.
  public init?(sniffing firstBytes: some Collection<UInt8>) {
    let bytes = Array(firstBytes.prefix(1024))
    if let format = Self.signatures.first(where: { bytes.starts(with: $0.bytes) })?.format {
      self = format
    } else if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) {
      self = .webp
    } else if bytes.dropFirst(4).starts(with: "ftyp".utf8) {
      self.init(brand: bytes.dropFirst(8).prefix(4))
    } else if Self.isSVG(bytes) {
      self = .svg
    } else {
      return nil
    }
  }

  /// JPEG: T.81 B.1.1.3, SOI and the next marker's first byte. PNG: section 5.2. GIF: section 17.
  /// TIFF 6.0 and BigTIFF: section 2.
  private static let signatures: [(bytes: [UInt8], format: ImageFormat)] = [
    ([0xFF, 0xD8, 0xFF], .jpeg),
    ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], .png),
    (Array("GIF87a".utf8), .gif),
    (Array("GIF89a".utf8), .gif),
    (Array("II*\0".utf8), .tiff),
    (Array("MM\0*".utf8), .tiff),
    (Array("II+\0".utf8), .tiff),
    (Array("MM\0+".utf8), .tiff),
  ]

  /// The major brand of an ISO base media file (ISO/IEC 14496-12, 4.3); nearly all others are
  /// video.
  private init(brand: ArraySlice<UInt8>) {
    switch String(decoding: brand, as: UTF8.self) {
    case "heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1": self = .heic
    case "avif", "avis": self = .avif
    default: self = .mp4
    }
  }

  /// The root element may come after declarations, comments and a document type (XML 1.0, 2.8), but
  /// no other element may: a page that holds a drawing is no drawing.
  private static func isSVG(_ bytes: [UInt8]) -> Bool {
    let prologue = [("<?", "?>"), ("<!--", "-->"), ("<!doctype svg", ">")]
    var text = String(decoding: bytes, as: UTF8.self).lowercased()[...]
    while true {
      text = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
      guard let piece = prologue.first(where: { text.hasPrefix($0.0) }) else { break }
      guard let end = text.firstRange(of: piece.1) else { return false }
      text = text[end.upperBound...]
    }
    return text.hasPrefix("<svg")
  }
}
