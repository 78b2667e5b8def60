import Testing

@testable import Transfer

@Suite("A message")
struct RedactionTests {
  @Test("hides secrets, as they are and percent-encoded")
  func secrets() {
    let redaction = Redaction(["a-b/ä", "key"])
    #expect(redaction.redact("x a-b/ä y") == "x [hidden] y")
    #expect(redaction.redact("x a-b%2F%C3%A4 y key") == "x [hidden] y [hidden]")
    #expect(redaction.redact("x a-b%2f%c3%a4 y KEY") == "x [hidden] y [hidden]")
  }

  @Test("hides a secret that contains another as a whole")
  func nested() {
    #expect(Redaction(["key", "keyring"]).redact("the keyring") == "the [hidden]")
  }

  @Test("is not torn apart by an empty secret")
  func empty() {
    #expect(Redaction([""]).redact("abc") == "abc")
  }

  @Test("shows what a server sent without control characters, and not all of it")
  func shown() {
    #expect("a\u{1b}[2J\u{202e}b\r\n".shown == "a?[2J?b??")
    #expect(String(repeating: "x", count: 500).shown.count == 121)
  }
}
