import Foundation
import ProviderKit
import TestSupport
import Testing
import WebFeedProvider

@Suite("A hostile feed")
struct HostileFeedTests {
  private let query = PageQuery(selector: WebFeedRecording.address)

  private func page(_ body: String) throws -> Page {
    try WebFeedProvider().page(from: Answer(body: body), for: query)
  }

  private func failure(_ body: String) -> ProviderFailure? {
    #expect(throws: ProviderFailure.self) { try page(body) }
  }

  /// An RSS feed with one item, which has an image and a title.
  private func feed(_ title: String, before: String = "") -> String {
    """
    \(before)<rss><channel><item><title>\(title)</title><guid>urn:1</guid>
    <enclosure url="https://example.org/1.jpg" type="image/jpeg"/></item></channel></rss>
    """
  }

  private let declared =
    "the feed has a DOCTYPE with declarations, which are not supported (line 1)"

  /// Each would take minutes, gigabytes or the stack if expat processed it (CVE-2024-8176,
  /// CVE-2013-0340).
  @Test(
    "A feed that declares entities or attributes is refused at its DOCTYPE",
    arguments: [
      (0..<25_000).map { "<!ENTITY e\($0) \"\($0 == 0 ? "x" : "&e\($0 - 1);")\">" }.joined(),
      (0..<40).map { "<!ENTITY e\($0) \"\(String(repeating: "&e\($0 - 1);", count: 10))\">" }
        .joined(),
      "<!ENTITY e24999 \"\(String(repeating: "x", count: 60_000))\">",
      "<!ATTLIST rss \((0..<200_000).map { "n\($0) CDATA \"\"" }.joined(separator: " "))>",
      "<!ATTLIST rss b CDATA '\(String(repeating: "x", count: 1 << 20))'>",
      "",
    ])
  func declarations(types: String) {
    let failure = failure(feed("&e24999;", before: "<!DOCTYPE rss [\(types)]>"))
    #expect(failure == ProviderFailure(.malformed, declared))
  }

  @Test("A feed that refers to files and addresses is refused or read without them")
  func externalEntities() throws {
    let folder = try TemporaryDirectory()
    let secret = folder.appending("secret")
    try Data("hunter2".utf8).write(to: URL(filePath: secret))
    let site = try WireServer { _ in [.ok(Array("<!ENTITY x 'fetched'>".utf8))] }
    let types = "<!DOCTYPE rss SYSTEM \"\(site.url("/rss.dtd"))\""
    let entities =
      "<!ENTITY file SYSTEM \"file://\(secret)\"> <!ENTITY % m SYSTEM \"\(site.url("/m"))\"> %m;"
    #expect(failure(feed("&file;", before: "\(types) [\(entities)]>"))?.message == declared)
    #expect(try page(feed("a&x;b", before: "\(types)>")).photos.map(\.title) == ["a&x;b"])
    #expect(site.requests.isEmpty)
  }

  @Test("A feed with countless names, prefixes or attributes is refused at a memory limit")
  func names() {
    let attributes = (0..<1_000_000).map { "a\($0)=''" }.joined(separator: " ")
    let prefixes = (0..<500_000).map { "xmlns:a\($0)='u'" }.joined(separator: " ")
    let items = (0..<200).map { item in
      "<item>" + (0..<5000).map { "<a\(item * 5000 + $0)/>" }.joined() + "</item>"
    }
    for parts in ["<x \(attributes)/>", "<x \(prefixes)/>", items.joined()] {
      #expect(
        failure("<rss><channel>\(parts)</channel></rss>")
          == ProviderFailure(
            .malformed,
            "the feed cannot be read: reading it needs more than 32 MiB of memory (line 1)"))
    }
  }

  @Test("A feed with deeply nested elements is refused at a limit")
  func depth() {
    let failure = failure("<rss>" + String(repeating: "<a>", count: 100_000))
    #expect(
      failure == ProviderFailure(.malformed, "the feed has more than 64 nested elements (line 1)"))
  }

  @Test("A feed with countless sibling elements is refused at a limit")
  func breadth() {
    let attributes = (0..<10_001).map { "a\($0)=''" }.joined(separator: " ")
    for parts in [String(repeating: "<a/>", count: 100_000), "<a \(attributes)/>"] {
      #expect(
        failure("<rss><channel><item>\n" + parts)
          == ProviderFailure(
            .malformed, "an item of the feed has more than 10000 elements and attributes (line 2)"))
    }
  }

  @Test("A feed's text of 4 MB is truncated between characters")
  func longText() throws {
    let long = String(repeating: "x長", count: 1 << 20)
    let photo = try #require(try page(feed(long)).photos.first)
    #expect(photo.title == String(long.prefix(1 << 16)))
    let picture = "<enclosure url='http://a/e' type='image/png'/>"
    let named = "<rss><channel><item><guid>urn:\(long)</guid>\(picture)</item></channel></rss>"
    let ids = try page(named).checked().photos.map(\.id)
    #expect(ids.count == 1 && ids[0].hasPrefix("example.org/urn:x長x長") && ids[0].contains("~"))
    #expect(!ids[0].unicodeScalars.contains("\u{FFFD}"))
    let lines = try page(feed("a" + String(repeating: "\n", count: 4 << 20))).photos.first
    #expect(lines?.title == "a")
  }

  @Test("A feed that repeats a long namespace in each element is refused")
  func longNames() throws {
    let long = String(repeating: "x", count: 1 << 20)
    let elements = String(repeating: "<a/>", count: 5000)
    #expect(
      failure("<rss><channel xmlns='\(long)'>\(elements)</channel></rss>")?.message
        == "the feed has a name of more than 1024 bytes (line 1)")
  }

  @Test("A feed with unclosed HTML is read in linear time")
  func endlessTags() throws {
    let pieces = [
      ("<img ", 0), ("<img src='", 0), ("<img src=a \"", 1), ("<", 0), ("<img =", 0), ("&#", 0),
    ]
    for (piece, count) in pieces {
      let html = String(repeating: piece, count: 200_000)
        .replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      let item = "<item><guid>urn:1</guid><description>\(html)</description></item>"
      let page = try page("<rss><channel>\(item)</channel></rss>")
      #expect(page.photos.count == count, "\(piece)")
    }
  }

  @Test("A truncated feed fails with expat's message and the line")
  func cut() {
    let body = WebFeedRecording.flickrRSS.body
    let failure = failure(String(body.prefix(body.count / 2)))
    #expect(failure?.kind == .malformed)
    #expect(failure?.message.hasPrefix("the feed cannot be read: unclosed token (line ") == true)
    #expect(self.failure("\n\n<rss>\n</x>")?.message.hasSuffix("mismatched tag (line 4)") == true)
  }

  @Test("A feed with characters that its encoding lost is listed, with a note if they are most")
  func encodings() throws {
    let utf16 =
      feed("x", before: "<?xml version='1.0' encoding='UTF-16'?>")
      .data(using: .utf16) ?? Data()
    #expect(failure(String(decoding: utf16, as: UTF8.self))?.kind == .malformed)
    let declared = "<?xml version='1.0' encoding='windows-1252'?>"
    let lost = try page(feed("caf\u{FFFD}", before: declared))
    #expect(lost.photos.map(\.title) == ["caf\u{FFFD}"])
    #expect(lost.notes == ["most letters other than ASCII in the feed cannot be read (U+FFFD)"])
    let cut = try page(feed("Кот\u{FFFD}", before: "<?xml version='1.0' encoding='koi8-r'?>"))
    #expect(cut.photos.map(\.title) == ["Кот\u{FFFD}"] && cut.notes == [])
    #expect(try page(feed("cafe", before: declared)).photos.map(\.title) == ["cafe"])
    #expect(
      try page(feed("x", before: "<?xml version='1.0' encoding='x-none'?>")).photos.count == 1)
  }

  @Test(
    "A feed that breaks off is listed up to there, and the run reports where",
    arguments: [
      ("", "no element found (line 2)"), ("<item><guid>2</guid>", "no element found (line 2)"),
      ("<item><title>B</item></channel></rss>", "mismatched tag (line 2)"),
      ("<item><title>B", "no element found (line 2)"), ("<item><ti", "unclosed token (line 2)"),
    ])
  func brokenOff(rest: String, fault: String) throws {
    let whole = feed("A").replacing("</channel></rss>", with: rest)
    let page = try page(whole)
    #expect(page.photos.map(\.title) == ["A"] && page.extent == .window)
    #expect(page.refused == ["the feed breaks off: \(fault)"])
  }

  @Test("A feed with text behind its end is listed, with a note")
  func behind() throws {
    for text in ["<!-- ok -->\n<script>x</script>", "<br />Warning", "</html>"] {
      let page = try page(feed("A") + text)
      #expect(page.photos.map(\.title) == ["A"] && page.extent == .window)
      #expect(page.notes == ["text after the end of the feed is ignored"])
    }
  }

  @Test("A feed within a page of HTML, or after a message of its server, is listed, with a note")
  func within() throws {
    let note = "text before the feed is ignored"
    for (before, after) in [
      ("<html><body>", "</body></html>"),
      ("<b>Warning</b>: x & y <br />\n<?xml version='1.0'?>", ""),
      ("<!DOCTYPE html><html><p>", ""),
    ] {
      let page = try page(before + feed("A") + after)
      #expect(page.photos.map(\.title) == ["A"] && page.notes.contains(note))
    }
  }

  @Test("A page of HTML instead of a feed is reported as such")
  func html() {
    let failure = failure("<!DOCTYPE html><html><body>Sign in</body></html>")
    #expect(failure?.message == "the answer is not a feed: its root element is <html> (line 1)")
    #expect(failure?.hint == "a web page gives the address of its feed in <link rel=\"alternate\">")
  }

  @Test("A feed whose namespace contains the parser's separator is refused")
  func separator() {
    #expect(failure("<rss xmlns:a='b&#10;c'><channel/></rss>")?.kind == .malformed)
  }
}
