import Testing

@testable import MirrorCore

@Suite("The text of an answer")
struct AnswerTextTests {
  private static let declaration = "<?xml version='1.0' encoding='iso-8859-1'?>"
  /// `Ä € ÿ` in Windows-1252.
  private static let western: [UInt8] = [0xC4, 0x20, 0x80, 0x20, 0xFF]

  @Test("An answer that is valid UTF-8 is read as UTF-8, whatever encoding it declares")
  func utf8() {
    let body = Self.declaration + "Ä €"
    #expect(AnswerText.of(Array(body.utf8), contentType: "text/xml; charset=latin1") == body)
  }

  @Test(
    "An answer is read in the header's encoding, or in the declared one if that gives no text",
    arguments: [
      ("", "text/xml; charset=\"Windows-1252\"", "Ä € ÿ"),
      (declaration, nil, declaration + "Ä € ÿ"),
      (declaration, "application/rss+xml", declaration + "Ä € ÿ"),
      (declaration, "text/xml;charset=utf-8", declaration + "Ä € ÿ"),
      (declaration, "text/xml;charset=x-none", declaration + "Ä € ÿ"),
      (declaration, "text/xml;charset=ISO-2022-CN-EXT", declaration + "Ä € ÿ"),
      ("", "text/xml;charset=ISO-2022-CN-EXT", "\u{FFFD} \u{FFFD} \u{FFFD}"),
      ("", nil, "\u{FFFD} \u{FFFD} \u{FFFD}"),
    ])
  func western(head: String, contentType: String?, expected: String) {
    #expect(AnswerText.of(Array(head.utf8) + Self.western, contentType: contentType) == expected)
  }

  @Test("Every byte of an answer in Windows-1252 decodes to a character")
  func everyByte() {
    let text = AnswerText.of(Array(0...255), contentType: "text/plain; charset=cp1252")
    #expect(text.unicodeScalars.count == 256 && Set(text.unicodeScalars).count == 256)
    #expect(!text.unicodeScalars.contains("\u{FFFD}"))
  }

  @Test(
    "An answer is read in the encodings in which feeds were written before UTF-8",
    arguments: [
      ("windows-1251", [0xCA, 0xEE, 0xF2], "Кот"), ("KOI8-R", [0xEB, 0xCF, 0xD4], "Кот"),
      ("gb2312", [0xC3, 0xA8, 0xFF, 0x41], "猫\u{FFFD}A"), ("iso-8859-15", [0xA4, 0xE9], "€é"),
      ("gbk", [0xC3, 0xA8, 0x81], "猫\u{FFFD}"), ("Shift_JIS", [0x94, 0x4C], "猫"),
      ("euc-kr", [0xB0, 0xED], "고"), ("big5", [0xBF, 0xDF], "貓"), ("windows-1250", [0xB9], "ą"),
    ] as [(String, [UInt8], String)])
  func legacy(label: String, bytes: [UInt8], text: String) {
    #expect(AnswerText.of(bytes, contentType: "text/xml; charset=\(label)") == text)
    let declaration = "\n<?xml version=\"1.0\" encoding=\"\(label)\"?>"
    #expect(AnswerText.of(Array(declaration.utf8) + bytes, contentType: nil) == declaration + text)
  }

  @Test("An answer of megabytes in another encoding is decoded completely")
  func long() {
    let bytes = [UInt8](repeating: 0xEB, count: 3 << 20) + [0xCF]
    let text = AnswerText.of(bytes, contentType: "text/xml; charset=koi8-r")
    #expect(text.utf8.count == (6 << 20) + 2 && text.hasSuffix("Ко"))
  }

  @Test("An answer that is invalid in its stated encoding is rejected quickly")
  func wrong() {
    let bytes = [UInt8](repeating: 0xFF, count: 1 << 20)
    let text = AnswerText.of(bytes, contentType: "text/xml; charset=gb2312")
    #expect(text.unicodeScalars.allSatisfy { $0 == "\u{FFFD}" } && text.utf8.count == 3 << 20)
  }

  @Test("An encoding is given up at 16 wrong bytes and one for each eight of the text")
  func tolerance() throws {
    let encoding = try #require(LegacyEncoding(label: "gb2312"))
    let text = { (wrong: Int) in
      encoding.text(of: [UInt8](repeating: 0xFF, count: wrong) + Array("plain text".utf8.prefix(2)))
    }
    // The budget of 17 to 20 bytes is 18.
    #expect(text(17) == String(repeating: "\u{FFFD}", count: 17) + "pl")
    #expect(text(18) == nil)
  }

  @Test(
    "An answer in UTF-16 is recognised by its byte order mark, or by how its XML begins",
    arguments: [true, false])
  func utf16(isLittle: Bool) {
    let text = "<?xml version='1.0'?>猫"
    let bytes = text.utf16.flatMap { unit in
      let pair = [UInt8(unit & 255), UInt8(unit >> 8)]
      return isLittle ? pair : pair.reversed()
    }
    #expect(AnswerText.of(bytes, contentType: nil) == text)
    let mark: [UInt8] = isLittle ? [0xFF, 0xFE] : [0xFE, 0xFF]
    #expect(AnswerText.of(mark + bytes, contentType: nil) == "\u{FEFF}" + text)
    #expect(AnswerText.of(mark + bytes.dropLast(), contentType: nil).hasPrefix("\u{FEFF}<?xml"))
  }
}
