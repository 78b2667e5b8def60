import Testing

@testable import Gallery

@Suite("Markup")
struct MarkupTests {
  @Test("Text in markup is escaped, in elements and in attributes")
  func escaped() {
    let title = "</script><img src=x onerror=\"alert('1')\">&amp;\u{0}\u{1B}"
    let markup: Markup = "<p title=\"\(title)\">\(title)</p>"
    let text = "&lt;/script&gt;&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;amp;  "
    #expect(markup.text == "<p title=\"\(text)\">\(text)</p>")
  }

  @Test("Markup in markup is not escaped again")
  func nested() {
    let inner: Markup = "<b>\("a & b")</b>"
    let outer: Markup = "<p>\(inner)\(Markup?.none)\([inner, inner])\(7)</p>"
    #expect(outer.text == "<p><b>a &amp; b</b><b>a &amp; b</b><b>a &amp; b</b>7</p>")
  }

  @Test(
    "Only web addresses become links to elsewhere",
    arguments: [
      "javascript:alert(1)", "data:text/html,x", " https://a.example", "HTTPS:x", "//a.example",
      "file:///etc/passwd", "",
    ])
  func links(address: String) {
    #expect(PageAddress(web: address) == nil)
  }

  @Test(
    "A file's address is relative to its page, and nothing in it is read as anything but a name")
  func files() {
    #expect(
      PageAddress("a b/c?d#e%f:g.jpg", from: "index.html").text == "./a%20b/c%3Fd%23e%25f%3Ag.jpg")
    #expect(PageAddress("../x/é.png", from: "photos/0/7.html").text == "../../../x/%C3%A9.png")
    #expect(PageAddress("all/1.html", from: "index.html", fragment: "p7").text == "./all/1.html#p7")
  }
}

extension GalleryPage {
  var text: String { String(decoding: bytes, as: UTF8.self) }
}
