import ProviderKit
import Testing

@Suite("Text from a module")
struct TextRulesTests {
  @Test("Text from a module is truncated between characters")
  func cut() {
    #expect("abc".cut(to: 3) == "abc")
    #expect("aü".cut(to: 2) == "a")
    #expect("a👨‍👩‍👧b".cut(to: 10) == "a")
    #expect("e\u{301}e\u{301}".cut(to: 5) == "e\u{301}")
    #expect("👨‍👩‍👧".cut(to: 10) == "")
  }

  @Test("Text from a module is stripped of control characters")
  func controls() {
    #expect("a\u{1B}[2J\nb\u{9B}c\u{2028}d".cleaned(to: 100) == "a [2J b c d")
    #expect("a\n\tb\r\u{0}".cleaned(to: 100, keepsLines: true) == "a\n\tb  ")
    #expect("שלום ü 😀".cleaned(to: 100) == "שלום ü 😀")
  }

  @Test(
    "A module's web address is accepted",
    arguments: [
      "http://a", "https://a.b:8080/c?d#e", "HTTPS://A/", "https://[::1]/", "https://ü.de/",
    ])
  func addresses(text: String) {
    #expect(text.isWebAddress)
  }

  @Test(
    "A module's address that is not a web address is refused",
    arguments: [
      "", "http://", "https:///path", "https://?", "ftp://a", "file:///etc/passwd", "//a/b", "a",
      "https://a b", "https://a\n", "http:/a", " http://a", "httpx://a",
    ])
  func noAddresses(text: String) {
    #expect(!text.isWebAddress)
    #expect(!"https://a/\(String(repeating: "a", count: 8 << 10))".isWebAddress)
  }
}
