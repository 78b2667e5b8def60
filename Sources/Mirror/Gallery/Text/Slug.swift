/// Names of folders for tags, albums and owners, which any file system and any web server can hold.
enum Slug {
  private static let longest = 40

  /// Lowercase ASCII letters and digits of the name, and a digest of the identity, by which names with the same
  /// letters differ. The same in every run.
  static func of(_ name: String, identity: [String]) -> String {
    var letters = ""
    for scalar in name.unicodeScalars {
      let isKept = ("a"..."z").contains(scalar) || ("0"..."9").contains(scalar)
      if isKept {
        letters.unicodeScalars.append(scalar)
      } else if ("A"..."Z").contains(scalar) {
        letters.unicodeScalars.append(Unicode.Scalar(scalar.value + 32) ?? scalar)
      } else if !letters.isEmpty, !letters.hasSuffix("-") {
        letters.append("-")
      }
      if letters.utf8.count >= longest { break }
    }
    if !letters.isEmpty, !letters.hasSuffix("-") { letters.append("-") }
    return letters + digest(identity)
  }

  /// FNV-1a of 64 bits, without its last 16.
  private static func digest(_ parts: [String]) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for part in parts {
      for byte in part.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
      hash = (hash ^ 0xFF) &* 0x100_0000_01B3
    }
    let text = String(hash >> 16, radix: 16)
    return String(repeating: "0", count: 12 - text.utf8.count) + text
  }
}
