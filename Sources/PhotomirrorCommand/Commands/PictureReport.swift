import Console
import Images

/// What is to be said of one file that was looked at: a line or an object.
struct PictureReport: Sendable {
  /// How it ended.
  enum Finding: String {
    /// Decoded to its last byte.
    case whole
    /// Of a kind that is known and not decoded here.
    case notDecoded = "not decoded"
    case failed
  }

  /// As it was given.
  let path: String
  let finding: Finding
  /// Nil where no format is known.
  private(set) var format: ImageFormat?
  /// As stored; nil where nothing was decoded.
  private(set) var size: (width: Int, height: Int)?
  /// The codec's.
  private(set) var warnings: [String] = []
  /// Where the thumbnail is.
  private(set) var thumbnail: String?
  /// Why it failed, in the codec's words where it has any.
  private(set) var reason: String?

  /// Of a file that was refused.
  init(_ path: String, reason: String) {
    self.path = path
    finding = .failed
    self.reason = reason
  }

  /// Of a file that was proven, and whose thumbnail, if any, is at `thumbnail`.
  init(_ path: String, _ proof: ImageProof, thumbnail: String? = nil) {
    self.path = path
    finding = proof.isDecoded ? .whole : .notDecoded
    format = proof.format
    size = proof.isDecoded ? (proof.width, proof.height) : nil
    warnings = proof.warnings
    self.thumbnail = thumbnail
  }

  /// `whole  a.jpg: jpeg, 1024x683`.
  var line: String {
    let size = size.map { "\($0.width)x\($0.height)" }
    let facts = [format?.rawValue, size, reason].compactMap(\.self) + warnings
    return PlainText.line(
      "\(finding.rawValue)  \(path): \(facts.joined(separator: ", "))", limit: 4000)
  }

  /// With every key, whatever the finding.
  var object: JSONObject {
    var object = JSONObject()
    object.set("path", path)
    object.set("finding", finding.rawValue)
    object.set("format", format?.rawValue)
    object.set("width", size?.width)
    object.set("height", size?.height)
    object.set("warnings", warnings)
    object.set("thumbnail", thumbnail)
    object.set("reason", reason)
    return object
  }
}
