import Testing

@testable import Transfer

@Suite("An address")
struct AddressTests {
  @Test("knows its host and origin")
  func parts() throws {
    let address = try Address("HTTPS://Example.ORG/a/b?c#d")
    #expect(address.host == "example.org:443")
    #expect(address.origin == "https://example.org:443")
    #expect(try Address("http://[::1]:8080/").host == "[::1]:8080")
  }

  @Test("is shown without credentials, query and fragment")
  func shown() throws {
    #expect(
      try Address("http://me:word@example.org/a?api_key=1#x").shown == "http://example.org/a")
  }

  @Test("is sent with blanks and other letters encoded")
  func encoded() throws {
    #expect(try Address("http://example.org/ä b").url == "http://example.org/%c3%a4%20b")
  }

  @Test(
    "of no or another scheme is refused",
    arguments: [
      "", "photo.jpg", "ftp://example.org/", "file:///etc/passwd", "gopher://example.org/",
      "javascript:1", "http://", "http://exa mple.org/", "http://example.org:99999/",
      "http://example.org/\0", "http://" + String(repeating: "a", count: 20_000),
    ])
  func refused(_ text: String) {
    #expect { try Address(text) } throws: { ($0 as? Fault)?.kind == .badURL }
  }
}
