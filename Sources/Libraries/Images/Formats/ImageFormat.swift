/// A file format that photo hosts serve.
public enum ImageFormat: String, Sendable, Codable, Hashable, CaseIterable {
  /// Images; `svg` is the only text format.
  case jpeg, png, gif, webp, heic, avif, tiff, jxl, jp2, bmp, psd, svg
  /// Videos: `mp4` for every ISO base media file except QuickTime, `webm` for every Matroska
  /// container.
  case mp4, mov, webm, avi

  /// Without the dot: "jpg", "png".
  public var fileExtension: String {
    self == .jpeg ? "jpg" : rawValue
  }

  /// Whether it can be decoded here: HEIC, AVIF, JPEG XL and TIFF only where their libraries are installed.
  public var isDecodable: Bool {
    switch self {
    case .jpeg, .png, .gif, .webp: true
    default: library?.isInstalled ?? false
    }
  }
}

extension ImageFormat {
  /// Detects the format from the file's first bytes (64 are enough except for an SVG with a long
  /// prologue); nil if unknown.
  public init?(sniffing firstBytes: some Collection<UInt8>) {
    let bytes = Array(firstBytes.prefix(1024))
    if let format = Self.signatures.first(where: { bytes.starts(with: $0.bytes) })?.format {
      self = format
    } else if let format = Self.container(bytes) {
      self = format
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
    ([0xFF, 0x0A], .jxl),
    (Array("\0\0\0\u{C}JXL \r\n".utf8) + [0x87, 0x0A], .jxl),
    (Array("\0\0\0\u{C}jP  \r\n".utf8) + [0x87, 0x0A], .jp2),
    ([0xFF, 0x4F, 0xFF, 0x51], .jp2),
    (Array("8BPS\0".utf8), .psd),
    ([0x1A, 0x45, 0xDF, 0xA3], .webm),
  ]

  /// Formats that a later signature identifies.
  private static func container(_ bytes: [UInt8]) -> ImageFormat? {
    let name = { (place: Int) in
      String(decoding: bytes.dropFirst(place).prefix(4), as: UTF8.self)
    }
    if name(0) == "RIFF" { return ["WEBP": .webp, "AVI ": .avi][name(8)] }
    // Two letters are ambiguous; a length and two zero words follow them.
    if bytes.starts(with: "BM".utf8), bytes.dropFirst(6).prefix(4) == [0, 0, 0, 0] { return .bmp }
    // Boxes begin with their length, here below 16 MiB.
    guard bytes.first == 0 else { return nil }
    switch name(4) {
    case "ftyp":
      return media(brands: stride(from: 8, to: max(12, Int(bytes[3])), by: 4).map(name))
    // QuickTime files without a brand.
    case "moov", "mdat", "wide", "free", "skip": return .mov
    default: return nil
    }
  }

  /// By the major brand of an ISO base media file and, if that is any image's, by the others and the version
  /// beside it, which is the codec's brand in a file with a `mini` box (ISO/IEC 14496-12, 4.3; 23008-12, 10.2).
  /// Nearly all unknown brands are video.
  private static func media(brands: [String]) -> ImageFormat {
    switch brands[0] {
    case "mif1", "mif2", "mif3", "msf1", "miaf", "1pic":
      brands.contains { $0 == "avif" || $0 == "avis" } ? .avif : .heic
    case "heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs": .heic
    // The same container with AVC, VVC, EVC, JPEG, JPEG 2000 and raw samples.
    case "avci", "avcs", "vvic", "vvis", "evbi", "evmi", "evbs", "evms", "jpeg", "jpgs", "j2ki",
      "j2is", "unif":
      .heic
    case "avif", "avis": .avif
    case "qt  ": .mov
    default: .mp4
    }
  }

  /// The root element may follow declarations, comments and a document type (XML 1.0, 2.8), but no
  /// other element: a page that contains a drawing is not a drawing.
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
