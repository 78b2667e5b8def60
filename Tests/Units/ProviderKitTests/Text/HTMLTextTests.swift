import Testing

@testable import ProviderKit

@Suite("HTML converted to plain text")
struct HTMLTextTests {
  @Test(
    "HTML is converted to its plain text",
    arguments: [
      ("", ""), ("plain", "plain"), ("<p>One</p>\n<p>Two <b>three</b></p>", "One\nTwo three"),
      ("a<br/>b<BR>c", "a\nb\nc"),
      ("a &amp; b &lt;c&gt; &#233;&#xE9;&nbsp;&hellip;", "a & b <c> éé …"),
      ("5 < 6 & 7", "5 < 6 & 7"),
      ("&bogus; &#xD800; &#99999999999; &amp", "&bogus; &#xD800; &#99999999999; &amp"),
      ("<a href=\"x\">cut", "cut"), ("left<a href=", "left"), ("<!-- note -->x", "x"),
    ])
  func words(html: String, text: String) {
    #expect(HTMLText.of(html: html) == text)
  }

  @Test("HTML of markup alone is converted in linear time")
  func marks() {
    let text = String(repeating: "<", count: 60_000) + String(repeating: "&", count: 60_000)
    #expect(HTMLText.of(html: text) == text)
  }
}
