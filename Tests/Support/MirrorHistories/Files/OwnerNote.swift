import Foundation

/// Words that the owner writes into the XMP sidecar of a photo.
package enum OwnerNote {
  private static let end = "</rdf:Description>"

  /// The words with a number.
  package static func text(_ number: Int) -> String { "note-\(number)-end" }

  /// The words in a file.
  package static func all(in bytes: Data) -> [String] {
    String(decoding: bytes, as: UTF8.self).matches(of: /note-\d+-end/).map { String($0.output) }
  }

  /// Whether a sidecar has its last line.
  package static func isWhole(_ bytes: Data) -> Bool {
    String(decoding: bytes, as: UTF8.self).contains("</x:xmpmeta>")
  }

  /// A sidecar with the words; nil if it has a label already, or no place for one.
  package static func adding(_ number: Int, to bytes: Data) -> Data? {
    let text = String(decoding: bytes, as: UTF8.self)
    guard isWhole(bytes), !text.contains("xmp:Label"), text.contains(end) else { return nil }
    let label = "<xmp:Label>\(Self.text(number))</xmp:Label>\(end)"
    return Data(text.replacing(end, with: label, maxReplacements: 1).utf8)
  }
}
