import Console
import Testing

@Suite("Display width")
struct DisplayWidthTests {
  @Test(
    "The width of a text is that on a terminal",
    arguments: [
      ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("한글", 4),
      ("\u{1112}\u{1161}", 2), ("🌸", 2), ("नमस्ते", 4), ("…", 1), ("█", 1), ("\u{1FAE8}", 2),
    ])
  func widths(text: String, width: Int) { #expect(DisplayWidth.of(text) == width) }

  @Test("A text is cut between characters, at or below the width")
  func cut() {
    #expect(DisplayWidth.truncated("日本の桜", to: 8) == "日本の桜")
    #expect(DisplayWidth.truncated("日本の桜", to: 7) == "日本の…")
    #expect(DisplayWidth.truncated("日本の桜", to: 6) == "日本…")
    #expect(DisplayWidth.truncated("ae\u{301}iou", to: 3) == "ae\u{301}…")
    #expect(DisplayWidth.truncated("abc", to: 1) == "…")
    #expect(DisplayWidth.truncated("abc", to: 0) == "")
  }

  @Test("A cut text is padded if a wide character does not fit")
  func filled() {
    #expect(DisplayWidth.padded("日本の桜", to: 6) == "日本… ")
    #expect(DisplayWidth.padded("7", to: 3, isRight: true) == "  7")
  }
}
