import Redaction
import Testing

@testable import Transfer

@Suite("Redacted messages")
struct RedactionTests {
  @Test("A message hides secrets, literally and percent-encoded")
  func secrets() {
    let redaction = Redaction(["a-b/ä", "key"])
    #expect(redaction.redact("x a-b/ä y") == "x [hidden] y")
    #expect(redaction.redact("x a-b%2F%C3%A4 y key") == "x [hidden] y [hidden]")
    #expect(redaction.redact("x a-b%2f%c3%a4 y KEY") == "x [hidden] y [hidden]")
  }

  @Test("A message hides a secret that contains another completely")
  func nested() {
    #expect(Redaction(["key", "keyring"]).redact("the keyring") == "the [hidden]")
  }

  @Test("An empty secret changes no message")
  func empty() {
    #expect(Redaction([""]).redact("abc") == "abc")
  }

  @Test("A message shows a server's text cut and without control characters")
  func shown() {
    #expect("a\u{1b}[2J\u{202e}b\r\n".shown == "a?[2J?b??")
    #expect(String(repeating: "x", count: 500).shown.count == 121)
  }

  @Test(
    "A message hides a secret with invisible characters inside",
    arguments: ["se\u{200B}cret", "sec\u{1B}[2Jret", "s\u{0}ecre\u{9B}31mt", "secr\u{202E}et\r\n"])
  func invisible(_ text: String) {
    #expect(Redaction(["secret"]).redact("x \(text)") == "x [hidden]")
    #expect(Redaction(["other"]).redact("x \(text)") == "x \(text)")
  }

  @Test("A message is redacted before it is cut")
  func cut() {
    let long = String(repeating: "x", count: 115)
    let fault = Fault(.refused, long + "sec\u{200B}ret" + String(repeating: "x", count: 300))
    let error = TransferError(
      fault, at: "http://a.example/" + long + "secret", redacting: Redaction(["secret"]))
    #expect(!error.message.contains("secr") && !error.reason.contains("secr"))
    #expect(error.message.count < 500)
  }
}
