import Testing

@testable import PhotomirrorCommand

@Suite("Source addresses")
struct SourceAddressTests {
  @Test(
    "A source is a provider, a selector and decoded parameters",
    arguments: [
      ("flickr:recent", "flickr", "recent", [:]),
      ("flickr:user/35034348999@N01", "flickr", "user/35034348999@N01", [:]),
      ("json-feed:a:b", "json-feed", "a:b", [:]),
      ("flickr:search?tags=cat&license=4", "flickr", "search", ["tags": "cat", "license": "4"]),
      ("flickr:search?text=a%20b%26c&x", "flickr", "search", ["text": "a b&c", "x": ""]),
      ("flickr:search?text=a+b=c", "flickr", "search", ["text": "a+b=c"]),
      ("flickr:search?", "flickr", "search", [:]),
      ("flickr:search?t=%E6%A1%9C", "flickr", "search", ["t": "桜"]),
    ] as [(String, String, String, [String: String])])
  func feeds(text: String, provider: String, selector: String, parameters: [String: String]) throws
  {
    let address = try SourceAddress(text)
    #expect(
      address == .feed(provider: provider, selector: selector, parameters: parameters))
    #expect(try SourceAddress(address.canonical) == address)
  }

  @Test(
    "A web address is kept as written",
    arguments: ["https://flickr.com/photos/me/?a=b", "HTTP://x"])
  func web(text: String) throws {
    #expect(try SourceAddress(text) == .web(text))
    #expect(try SourceAddress(text).canonical == text)
  }

  @Test("The canonical form of a source does not depend on order or spelling")
  func canonical() throws {
    let canonical = try SourceAddress("f:search?z=%7e&a=x%2Cy&b=50%25").canonical
    #expect(canonical == "f:search?a=x,y&b=50%25&z=~")
    #expect(try SourceAddress("f:search?b=50%25&a=x,y&z=~").canonical == canonical)
  }

  @Test(
    "A text that is not a source is refused",
    arguments: [
      "", "recent", ":recent", "Flickr:recent", "fli ckr:recent", "flickr:", "flickr:?a=b",
      "flickr:s?a=%zz", "flickr:s?=b", "flickr:s?a=1&a=2", "flickr:a\u{1B}b", "ftp//x",
      "flickr:" + String(repeating: "x", count: 5000), "flickr:s?a=%FF",
    ])
  func refused(text: String) { #expect(throws: UsageError.self) { try SourceAddress(text) } }

  @Test(
    "A user name or a password in a source's address is refused and not repeated",
    arguments: [
      "https://ada:7391@example.org/feed", "http://7391@example.org",
      "feed:https://ada:7391@x/f.rss",
      "HTTP://ada:7391@[::1]:80/?a", "feed:http://:7391@x/",
    ])
  func userInfo(text: String) throws {
    let error = try #require(throws: UsageError.self) { try SourceAddress(text) }
    #expect(error.text == "a source cannot have a user name or a password in its address")
    #expect(!error.hints.joined().contains("7391"))
  }

  @Test(
    "An @ behind the host is part of a source's address",
    arguments: [
      "https://flickr.com/photos/1@N01/", "feed:https://x/@ada.rss", "https://x?mail=a//b@c",
      "flickr:search?text=a//b@c", "flickr:user/1@N01",
    ])
  func at(text: String) throws { #expect(throws: Never.self) { try SourceAddress(text) } }
}
