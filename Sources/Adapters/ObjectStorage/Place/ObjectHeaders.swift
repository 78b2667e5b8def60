import MirrorCore
import Transfer

/// What is stored about an object besides its bytes.
enum ObjectHeaders {
  /// - Parameter modifiedAt: Seconds since 1970, in the header that rclone and others read.
  static func of(_ key: String, modifiedAt: Int64? = nil) -> [HTTPHeader] {
    [HTTPHeader("content-type", types[KeyName(key).extension.lowercased()] ?? standard)]
      + (modifiedAt.map { [HTTPHeader("x-amz-meta-mtime", "\($0)")] } ?? [])
  }

  private static let standard = "application/octet-stream"
  private static let types = [
    "jpg": "image/jpeg", "jpeg": "image/jpeg", "png": "image/png", "gif": "image/gif",
    "webp": "image/webp", "avif": "image/avif", "heic": "image/heic", "tif": "image/tiff",
    "tiff": "image/tiff", "mp4": "video/mp4", "mov": "video/quicktime", "webm": "video/webm",
    "xmp": "application/rdf+xml", "json": "application/json",
  ]

  private static let picture = "x-amz-meta-picture"
  private static let mostPixels = 1_000_000

  /// `jpeg 1024 768 proven`, so that a listing of what is stored needs no object's bytes.
  static func of(_ marks: FileMarks?) -> [HTTPHeader] {
    marks.map {
      let text = "\($0.format) \($0.width) \($0.height)" + ($0.isProven ? " proven" : "")
      return [HTTPHeader(picture, text)]
    } ?? []
  }

  /// Nil if the object was stored without them, or by another program.
  static func marks(_ facts: StoreClient.ObjectFacts) -> FileMarks? {
    guard let sha256 = facts.sha256, sha256.count == 64, sha256.allSatisfy(\.isHexDigit),
      let parts = facts.kept.first(picture)?.split(separator: " "), (3...4).contains(parts.count),
      let width = Int(parts[1]), let height = Int(parts[2]),
      [width, height].allSatisfy((0...mostPixels).contains)
    else { return nil }
    return FileMarks(
      format: String(parts[0].prefix(16)), width: width, height: height, byteCount: facts.size,
      sha256: sha256.lowercased(), isProven: parts.last == "proven")
  }
}
