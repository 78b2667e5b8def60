import Testing

@testable import Transfer

@Suite("Addresses")
struct AddressTests {
  @Test("An address knows its host and origin")
  func parts() throws {
    let address = try Address("HTTPS://Example.ORG/a/b?c#d")
    #expect(address.host == "example.org:443")
    #expect(address.endpoint.origin == "https://example.org:443")
    #expect(try Address("http://[::1]:8080/").host == "[::1]:8080")
  }

  @Test("An address is shown without credentials, query and fragment")
  func shown() throws {
    #expect(
      try Address("http://me:word@example.org/a?api_key=1#x").place == "http://example.org/a")
  }

  @Test("An address is sent with spaces and non-ASCII letters percent-encoded")
  func encoded() throws {
    #expect(try Address("http://example.org/ä b").url == "http://example.org/%c3%a4%20b")
  }

  @Test(
    "An address without a scheme or with another one is refused",
    arguments: [
      "", "photo.jpg", "ftp://example.org/", "file:///etc/passwd", "gopher://example.org/",
      "javascript:1", "http://", "http://exa mple.org/", "http://example.org:99999/",
      "http://example.org/\0", "http://" + String(repeating: "a", count: 20_000),
    ])
  func refused(_ text: String) {
    #expect { try Address(text) } throws: { ($0 as? Fault)?.kind == .badURL }
  }
}

@Suite("An address book")
struct AddressBookTests {
  static let addresses = [
    "http://example.org/a", "http://example.org/b?c#d", "http://example.org:80/a",
    "https://example.org/a", "http://EXAMPLE.org/a", "http://me:word@example.org/a",
    "http://example.org?/a", "http://example.org#/a", "http://example.org/ä",
    "http://example.org/a@b:8/c", "http://[::1]:8080/a/b", "http://example.org//x.org/a",
    "http://example.org", "http:/example.org/a", "http://example.org\\@x.org/a",
    "ftp://example.org/", "http:///a", "http://example.org:99999/a", "http://exa mple.org/a", "",
  ]

  @Test("An address book parses every address as without its cache", arguments: addresses)
  func same(_ text: String) throws {
    var book = AddressBook()
    for other in Self.addresses { _ = try? book.read(other) }
    let fresh = try? Address(text)
    let read = try? book.read(text)
    #expect(read?.url == fresh?.url && read?.place == fresh?.place)
    #expect(read?.endpoint.origin == fresh?.endpoint.origin)
    #expect(read?.endpoint.name == fresh?.endpoint.name)
  }

  @Test("An address book gives all addresses of a host one endpoint")
  func shared() throws {
    var book = AddressBook()
    let first = try book.read("http://example.org/a").endpoint
    #expect(try book.read("http://example.org/b").endpoint === first)
    for number in 0...AddressBook.mostEndpoints { _ = try book.read("http://h\(number).org/") }
    #expect(try book.read("http://example.org/b").endpoint.origin == first.origin)
  }
}
