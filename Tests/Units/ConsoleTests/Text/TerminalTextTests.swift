import Console
import Testing

@Suite("Plain text")
struct TerminalTextTests {
  @Test(
    "Control sequences are removed from a text",
    arguments: [
      ("\u{1B}[31mred\u{1B}[0m", "red"),
      ("a\u{9B}2Jb", "ab"),
      ("\u{1B}]0;my title\u{07}after", "after"),
      ("\u{1B}]8;;http://x\u{1B}\\link\u{1B}]8;;\u{1B}\\", "link"),
      ("\u{1B}P1;2q\u{1B}x\u{1B}\\z", "z"),
      ("\u{1B}(Bplain", "plain"),
      ("\u{1B}[31\u{1B}[1mtwice", "twice"),
      ("bell\u{07} back\u{08}\u{7F}", "bell back"),
      ("never ended \u{1B}]0;title", "never ended "),
      ("\u{1B}", ""),
    ])
  func escapes(raw: String, shown: String) { #expect(TerminalText.line(raw) == shown) }

  @Test("Line breaks and tabs in a text become spaces")
  func breaks() {
    #expect(TerminalText.line("a\nb\r\nc\td\u{2028}e\u{85}f") == "a b  c d e f")
  }

  @Test("Characters that reorder or hide text are removed, joiners are kept")
  func bidirectional() {
    #expect(
      TerminalText.line("gpj.\u{202E}exe\u{202C}\u{2066}x\u{2069}\u{200F}\u{FEFF}") == "gpj.exex")
    #expect(TerminalText.line("می\u{200C}خواهم") == "می\u{200C}خواهم")
    #expect(TerminalText.line("\u{E0041}tag") == "tag")
  }

  @Test("Characters without a known width are replaced")
  func unknown() { #expect(TerminalText.line("\u{E000}\u{378}") == "\u{FFFD}\u{FFFD}") }

  @Test("Titles in any script are kept")
  func scripts() {
    for title in ["Käse", "日本の桜", "नमस्ते", "👩‍👩‍👧 🇩🇪", "e\u{301}"] {
      #expect(TerminalText.line(title) == title)
    }
  }

  @Test("A letter with a thousand accents is cut")
  func limit() {
    let raw = "a" + String(repeating: "\u{301}", count: 100_000)
    #expect(TerminalText.line(raw, limit: 50).unicodeScalars.count == 51)
    #expect(TerminalText.line(String(repeating: "x", count: 60), limit: 50).hasSuffix("x…"))
  }
}
