/// The id of a mirror as a file.
package enum MirrorMark {
  /// In the state of a directory, or of a store.
  package static let name = "mirror-id"
  /// In bytes.
  package static let limit = 64

  /// The id in a file's bytes; nil for other content.
  package static func id(_ bytes: [UInt8]) -> String? {
    let text = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    return text.utf8.count == 32 && text.allSatisfy(\.isHexDigit) ? text : nil
  }

  /// The file's bytes.
  package static func bytes(_ id: String) -> [UInt8] { Array((id + "\n").utf8) }
}
