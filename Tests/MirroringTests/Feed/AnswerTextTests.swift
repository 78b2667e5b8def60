import Testing

@testable import Mirroring

@Suite("An answer's text")
struct AnswerTextTests {
  private static let declaration = "<?xml version='1.0' encoding='iso-8859-1'?>"
  /// `Ä € ÿ` in Windows-1252.
  private static let western: [UInt8] = [0xC4, 0x20, 0x80, 0x20, 0xFF]

  @Test("is UTF-8 where it can be, whatever is said")
  func utf8() {
    let body = Self.declaration + "Ä €"
    #expect(AnswerText.of(Array(body.utf8), contentType: "text/xml; charset=latin1") == body)
  }

  @Test(
    "is read as what the header says, or else the declaration",
    arguments: [
      ("", "text/xml; charset=\"Windows-1252\"", "Ä € ÿ"),
      (declaration, nil, declaration + "Ä € ÿ"),
      (declaration, "application/rss+xml", declaration + "Ä € ÿ"),
      (declaration, "text/xml;charset=koi8-r", declaration + "\u{FFFD} \u{FFFD} \u{FFFD}"),
      ("", nil, "\u{FFFD} \u{FFFD} \u{FFFD}"),
    ])
  func western(head: String, contentType: String?, expected: String) {
    #expect(AnswerText.of(Array(head.utf8) + Self.western, contentType: contentType) == expected)
  }

  @Test("has a character for every byte of Windows-1252")
  func everyByte() {
    let text = AnswerText.of(Array(0...255), contentType: "text/plain; charset=cp1252")
    #expect(text.unicodeScalars.count == 256 && Set(text.unicodeScalars).count == 256)
    #expect(!text.unicodeScalars.contains("\u{FFFD}"))
  }
}
