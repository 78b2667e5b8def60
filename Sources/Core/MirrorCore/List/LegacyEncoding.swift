import SystemCalls

/// An encoding that sites used before UTF-8, converted by iconv(3).
///
/// Only the encodings listed here are opened. A site's label is never passed to iconv, because its rarer
/// encodings had vulnerabilities (CVE-2024-2961 in ISO-2022-CN-EXT).
struct LegacyEncoding {
  /// The name in glibc.
  let name: String

  /// Nil if the label is unknown. Labels have their meaning on the web
  /// (https://encoding.spec.whatwg.org/#names-and-labels), also where a standard says less.
  /// - Parameter label: The label as a site writes it.
  init?(label: String) {
    let label = label.lowercased()
    if let name = Self.named[label] {
      self.name = name
    } else if let match = label.wholeMatch(of: /(?:windows-|x-cp|cp)(125[0-8])/) {
      name = "CP\(match.1)"
    } else if let match = label.wholeMatch(of: /iso-?8859-([2-8]|1[03-6])/) {
      name = "ISO-8859-\(match.1)"
    } else {
      return nil
    }
  }

  private static let named = [
    "iso-8859-1": "CP1252", "iso8859-1": "CP1252", "latin1": "CP1252", "l1": "CP1252",
    "iso-8859-9": "CP1254", "latin5": "CP1254", "iso-8859-11": "CP874", "tis-620": "CP874",
    "windows-874": "CP874", "iso-8859-8-i": "ISO-8859-8", "latin2": "ISO-8859-2",
    "latin-9": "ISO-8859-15", "latin9": "ISO-8859-15", "koi8-r": "KOI8-R", "koi8_r": "KOI8-R",
    "koi8-u": "KOI8-U", "gb2312": "GB18030", "gbk": "GB18030", "gb18030": "GB18030",
    "x-gbk": "GB18030", "big5": "BIG5-HKSCS", "big5-hkscs": "BIG5-HKSCS", "shift_jis": "CP932",
    "shift-jis": "CP932", "sjis": "CP932", "x-sjis": "CP932", "windows-31j": "CP932",
    "euc-jp": "EUC-JP", "x-euc-jp": "EUC-JP", "euc-kr": "UHC", "ks_c_5601-1987": "UHC",
    "windows-949": "UHC",
  ]

  /// The text; bytes that are invalid in this encoding become U+FFFD. Nil if there are so many of them that
  /// the encoding must be another, or if this system's iconv lacks the encoding.
  func text(of bytes: [UInt8]) -> String? {
    TextConverter.text(
      of: bytes, in: name, errors: 16 + bytes.count / 8, replacement: replacement)
  }

  /// The five bytes that Windows-1252 leaves undefined are control characters on the web.
  private func replacement(_ byte: UInt8) -> Unicode.Scalar {
    name == "CP1252" ? Unicode.Scalar(byte) : "\u{FFFD}"
  }
}
