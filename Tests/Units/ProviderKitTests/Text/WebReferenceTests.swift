import ProviderKit
import Testing

@Suite("References of pages, feeds and lists")
struct WebReferenceTests {
  private static let base = "https://e.org/blog/new/feed.xml?page=2#top"

  @Test(
    "A relative reference is resolved from the base",
    arguments: [
      ("a.jpg", "https://e.org/blog/new/a.jpg"), ("./a.jpg", "https://e.org/blog/new/a.jpg"),
      ("../a.jpg", "https://e.org/blog/a.jpg"), ("../../../../a.jpg", "https://e.org/a.jpg"),
      ("/a/../b/./c.jpg", "https://e.org/b/c.jpg"), ("//f.org/a.jpg", "https://f.org/a.jpg"),
      ("?id=3", "https://e.org/blog/new/feed.xml?id=3"), ("..", "https://e.org/blog/"),
      ("#x", "https://e.org/blog/new/feed.xml?page=2#x"), ("a/.", "https://e.org/blog/new/a/"),
      ("https:a.jpg", "https://e.org/blog/new/a.jpg"), ("https:/a.jpg", "https://e.org/a.jpg"),
      ("a:b.jpg", "a:b.jpg"), ("/a:b.jpg", "https://e.org/a:b.jpg"),
    ])
  func relative(reference: String, address: String) {
    #expect(reference.resolved(against: Self.base) == address)
  }

  @Test(
    "What people write is repaired as browsers do",
    arguments: [
      (" http://e.org/my photo.jpg\n", "http://e.org/my%20photo.jpg"),
      ("http://e.org/a b.jpg?c d#e f", "http://e.org/a%20b.jpg?c%20d#e f"),
      ("HTTP://e.org/a.jpg", "http://e.org/a.jpg"), ("http:\\\\e.org\\a.jpg", "http://e.org/a.jpg"),
      ("http:///e.org/a.jpg", "http://e.org/a.jpg"), ("http:e.org/a.jpg", "http://e.org/a.jpg"),
      ("//e.org\\a\\b.jpg", "https://e.org/a/b.jpg"), ("\\a.jpg", "https://e.org/a.jpg"),
      ("http://e.org/a\n\t.jpg", "http://e.org/a.jpg"),
      ("http://e.org/?a=1&amp;b=2", "http://e.org/?a=1&b=2"),
      ("http://e.org/?a=1&#038;b=2", "http://e.org/?a=1&b=2"),
      ("http://e.org/<a>{b}^`\".jpg", "http://e.org/%3Ca%3E%7Bb%7D%5E%60%22.jpg"),
      ("http://e.org/it's.jpg?q='", "http://e.org/it's.jpg?q=%27"),
      ("http://e.org/100%.jpg", "http://e.org/100%.jpg"),
      ("http://e.org/a/../b.jpg", "http://e.org/b.jpg"),
      ("http://e.org/\u{7F}.jpg", "http://e.org/%7F.jpg"),
    ])
  func repaired(reference: String, address: String) {
    #expect(reference.resolved(against: Self.base) == address)
  }

  @Test(
    "Nothing else is changed",
    arguments: [
      "http://e.org", "http://e.org/", "https://e.org/a.jpg?b=c&d=e/../f#g",
      "http://e.org/\u{E9}.jpg",
      "ftp://e.org/a b.jpg", "data:image/png;base64,AA", "mailto:a@e.org", "",
      "http://e.org/a,b|c.jpg",
      "http://e.org/%7e/a;b.jpg", "https://[::1]:8080/a.jpg", "http://user@e.org/a.jpg",
    ])
  func kept(reference: String) {
    #expect(reference.resolved(against: Self.base) == reference)
    #expect(reference.resolved(against: nil) == reference)
  }

  @Test("Without a base, or with one of another scheme, a relative reference is kept")
  func noBase() {
    for base in [nil, "ftp://e.org/", "a/b", ""] {
      #expect("a.jpg".resolved(against: base) == "a.jpg")
    }
  }
}
