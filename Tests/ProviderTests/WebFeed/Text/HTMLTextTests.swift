import Testing

@testable import WebFeedProvider

@Suite("Plain text of HTML")
struct HTMLTextTests {
  @Test(
    "Plain text of HTML is its words",
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

  @Test("Plain text of HTML of marks alone is read in one go")
  func marks() {
    let text = String(repeating: "<", count: 60_000) + String(repeating: "&", count: 60_000)
    #expect(HTMLText.of(html: text) == text)
  }
}
