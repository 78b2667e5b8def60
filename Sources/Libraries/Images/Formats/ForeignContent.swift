/// Describes content that is not an image: usually a page or an error that a host sends instead.
package struct ForeignContent: CustomStringConvertible {
  /// "an HTML page", "JSON text" and the like.
  package let description: String

  /// By the file's first bytes.
  package init(firstBytes: some Collection<UInt8>) {
    let bytes = Array(firstBytes.prefix(512))
    let text = Self.text(of: bytes)
    if bytes.isEmpty {
      description = "an empty file"
    } else if let archive = Self.archives.first(where: { bytes.starts(with: $0.bytes) }) {
      description = archive.name
    } else if let text, let page = Self.beginnings.first(where: { text.hasPrefix($0.text) }) {
      description = page.name
    } else if text != nil {
      description = "a text file"
    } else {
      description = "unknown data"
    }
  }

  private static let archives: [(bytes: [UInt8], name: String)] = [
    ([0x1F, 0x8B], "gzip data"),
    (Array("PK\u{3}\u{4}".utf8), "a ZIP archive"),
    (Array("%PDF-".utf8), "a PDF document"),
    (Array("RIFF".utf8), "a RIFF file that is not WebP"),
  ]

  private static let beginnings: [(text: String, name: String)] = [
    ("<!doctype html", "an HTML page"),
    ("<html", "an HTML page"),
    ("<head", "an HTML page"),
    ("<body", "an HTML page"),
    ("<?xml", "an XML document"),
    ("<", "a markup document"),
    ("{", "JSON text"),
    ("[", "JSON text"),
  ]

  /// In lower case without leading white space; nil if there are control characters, and thus no
  /// text.
  private static func text(of bytes: [UInt8]) -> String? {
    let controls = bytes.contains { $0 < 0x20 && ![0x09, 0x0A, 0x0C, 0x0D].contains($0) }
    guard !controls else { return nil }
    let text = String(decoding: bytes, as: UTF8.self).lowercased()
    return String(text.drop { $0.isWhitespace || $0 == "\u{FEFF}" })
  }
}
