import Console
import Images

/// The result of one file, as a line or an object.
struct PictureReport: Sendable {
  /// The result in a word.
  enum Finding: String {
    /// As ``PictureVerdict/whole``.
    case whole
    /// As ``PictureVerdict/undecoded``.
    case notDecoded = "not decoded"
    /// Damaged, no picture, or not readable.
    case failed
  }

  /// As it was given.
  let path: String
  let finding: Finding
  /// Nil if unknown.
  private(set) var format: ImageFormat?
  /// As stored; nil if not decoded.
  private(set) var size: (width: Int, height: Int)?
  /// The decoder's.
  private(set) var warnings: [String] = []
  /// The thumbnail's path.
  private(set) var thumbnail: String?
  /// Why it failed or was not decoded, with the decoder's message; nil if its format has no decoder.
  private(set) var reason: String?

  /// A file that failed.
  init(_ path: String, reason: String) {
    self.path = path
    finding = .failed
    self.reason = reason
  }

  /// A file that was checked, and whose thumbnail, if any, is at `thumbnail`.
  init(_ path: String, _ proof: ImageProof, thumbnail: String? = nil) {
    self.path = path
    finding = proof.isDecoded ? .whole : .notDecoded
    format = proof.format
    size = proof.isDecoded ? (proof.width, proof.height) : nil
    reason = proof.limit?.message
    warnings = proof.warnings + [Self.mismatch(path, proof.format)].compactMap(\.self)
    self.thumbnail = thumbnail
  }

  /// A sentence if the file's name has the extension of another format.
  private static func mismatch(_ path: String, _ format: ImageFormat) -> String? {
    guard let dot = path.lastIndex(of: "."), !path[dot...].contains("/") else { return nil }
    let end = path[path.index(after: dot)...].lowercased()
    let usual = ["jpg": "jpeg", "jpe": "jpeg", "jfif": "jpeg", "tif": "tiff", "heif": "heic"]
    guard let named = ImageFormat(rawValue: usual[end] ?? end), named != format else { return nil }
    return "the name ends with .\(end)"
  }

  /// `whole  a.jpg: jpeg, 1024x683`.
  var line: String {
    let size = size.map { "\($0.width)x\($0.height)" }
    let facts = [format?.rawValue, size, reason].compactMap(\.self) + warnings
    return TerminalText.line(
      "\(finding.rawValue)  \(path): \(facts.joined(separator: ", "))", limit: 4000)
  }

  static let keys = ResultKeys<Self> {
    $0.add("path", \.path)
    $0.add("finding", "whole, not decoded, failed", \.finding.rawValue)
    $0.add("format", \.format?.rawValue)
    $0.add("width", \.size?.width)
    $0.add("height", "pixels", \.size?.height)
    $0.add("warnings", \.warnings)
    $0.add("thumbnail", "its path", \.thumbnail)
    $0.add("reason", \.reason)
  }
}

/// Why a file could not be checked or has no thumbnail.
struct PictureFailure: Error {
  /// A sentence without a period.
  let reason: String
}
