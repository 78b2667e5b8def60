import Foundation
import ProviderKit

/// Turns untrusted text into parts of file names that are valid on all common file systems.
enum NameComponent {
  /// Letters, digits and marks of any script; all other characters become single dashes. Nil if nothing is
  /// left.
  static func slug(_ text: String, maximumBytes: Int) -> String? {
    var slug = ""
    var isGap = false
    for scalar in text.composed.unicodeScalars {
      guard isWordPart(scalar, atStart: slug.isEmpty) else {
        isGap = true
        continue
      }
      let piece = (isGap && !slug.isEmpty ? "-" : "") + String(scalar)
      guard slug.utf8.count + piece.utf8.count <= maximumBytes else { break }
      slug += piece
      isGap = false
    }
    // Text cut between a letter and its mark may compose differently.
    let composed = slug.composed
    return composed.isEmpty || composed.utf8.count > maximumBytes ? nil : composed
  }

  /// A name that no common file system reserves.
  static func unreserved(_ name: String) -> String { isReserved(name) ? "_" + name : name }

  /// ASCII letters, digits, `@`, `-`, `_` and inner dots are kept. A text with any other character, or longer
  /// than 80 bytes, gets a hash of the complete text appended, so that two texts do not share a name. The
  /// catalog's unique column detects deliberate collisions.
  static func identifier(_ text: String) -> String {
    let bytes = Array(text.utf8)
    let kept = bytes.prefix(60).map { isPlain($0) ? $0 : UInt8(ascii: "-") }
    let isHarmless =
      bytes.allSatisfy(isPlain) && bytes.count <= 80 && !bytes.isEmpty
      && bytes.first != UInt8(ascii: ".") && bytes.first != UInt8(ascii: "-")
      && bytes.last != UInt8(ascii: ".")
    guard !isHarmless else { return text }
    let readable = String(decoding: kept, as: UTF8.self).trimmingCharacters(
      in: .init(charactersIn: ".-"))
    return readable + "~" + fingerprint(of: bytes)
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "@"), UInt8(ascii: "-"),
      UInt8(ascii: "_"), UInt8(ascii: "."):
      true
    default: false
    }
  }

  private static func isWordPart(_ scalar: Unicode.Scalar, atStart: Bool) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber, .otherNumber:
      true
    case .nonspacingMark, .spacingMark: !atStart
    default: false
    }
  }

  /// Device names that Windows reserves (learn.microsoft.com, "Naming Files"), with any extension.
  private static func isReserved(_ name: String) -> Bool {
    let base = name.prefix { $0 != "." }.uppercased()
    if ["CON", "PRN", "AUX", "NUL"].contains(base) { return true }
    return base.count == 4 && (base.hasPrefix("COM") || base.hasPrefix("LPT"))
      && base.last?.isNumber == true
  }
}

extension String {
  /// The text in NFC (Unicode Standard Annex #15).
  package var composed: String {
    unicodeScalars.allSatisfy(\.isAlwaysComposed) ? self : precomposedStringWithCanonicalMapping
  }
}

extension Unicode.Scalar {
  /// Whether it is one of many that stay as they are in NFC, also beside each other: NFC_Quick_Check is Yes (section 9), and
  /// Canonical_Combining_Class 0. Most names have no others, and need no conversion.
  var isAlwaysComposed: Bool {
    switch value {
    // Latin.
    case ..<0x300: true
    // Cyrillic.
    case 0x400...0x482, 0x48A...0x52F: true
    // Dashes, quotation marks, and the punctuation of Chinese and Japanese.
    case 0x2010...0x2027, 0x2030...0x205E, 0x3001...0x3029, 0xFF01...0xFF5E: true
    // Hiragana, Katakana, Han, Hangul.
    case 0x3041...0x3096, 0x30A1...0x30FF, 0x4E00...0x9FFF, 0xAC00...0xD7A3: true
    // Pictographs.
    case 0x1F300...0x1FAFF: true
    default: false
    }
  }
}
