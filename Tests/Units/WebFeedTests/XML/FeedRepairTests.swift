import ProviderKit
import Testing
import WebFeedProvider

@Suite("Feeds that are not well-formed")
struct FeedRepairTests {
  private func page(
    _ item: String, head: String = "<rss><channel>", end: String = "</channel></rss>"
  )
    throws -> Page
  {
    let picture = "<enclosure url='http://a/1.jpg?a=1&amp;b=2' type='image/png'/>"
    let body = "\(head)<item><guid>1</guid>\(item)\(picture)</item>\(end)"
    let query = PageQuery(selector: "https://example.org/photos.rss")
    return try WebFeedProvider().page(from: Answer(body: body), for: query)
  }

  private func note(_ faults: String) -> [String] {
    ["the feed is not well-formed XML; corrected to read it: \(faults)"]
  }

  @Test(
    "A feed that is not well-formed is corrected, and the corrections are reported",
    arguments: [
      ("<title>Salt & pepper</title>", "Salt & pepper", "an unescaped &"),
      ("<title>A &amp; B &copy C &foo; &</title>", "A & B &copy C &foo; &", "an unescaped &"),
      (
        "<title>a&nbsp;b &eacute;&hellip;&#233;</title>", "a b é…é", "an HTML character reference"
      ),
      ("<title>a\u{8}b&#11;c&#xFFFF;\u{FFFE}</title>", "abc", "a control character"),
      ("<title><![CDATA[a\u{0}<b & c>]]></title>", "a<b & c>", "a control character"),
      ("<!-- \u{1} & --><title>5 < 6</title>", "5 < 6", "an unescaped <, a control character"),
      ("<media:title>Mine</media:title>", "Mine", "an undeclared prefix"),
      ("<x:y z:w='<'/><title>t</title>", "t", "an unescaped <, an undeclared prefix"),
    ])
  func corrected(item: String, title: String, faults: String) throws {
    let page = try page(item)
    #expect(page.photos.map(\.title) == [title])
    #expect(page.photos.first?.renditions.map(\.url) == ["http://a/1.jpg?a=1&b=2"])
    #expect(page.notes == note(faults) && page.refused == [])
  }

  @Test("A feed with an undeclared media prefix or an unescaped & in addresses keeps its images")
  func media() throws {
    let item = "<media:content url='http://a/2.jpg?x=1&y=2' medium='image'/>"
    let page = try page(item)
    #expect(page.photos.first?.renditions.map(\.url) == ["http://a/2.jpg?x=1&y=2"])
    #expect(page.notes == note("an unescaped &, an undeclared prefix"))
  }

  @Test("A prefix declared within a feed's item is not reported as a correction")
  func innerDeclaration() throws {
    let item = "<m:title xmlns:m='http://search.yahoo.com/mrss/'>A & B</m:title>"
    let page = try page(item)
    #expect(page.photos.map(\.title) == ["A & B"] && page.notes == note("an unescaped &"))
  }

  @Test("A truncated feed with errors is corrected and listed up to its end, with the line")
  func cut() throws {
    let page = try page("\n<title>A & B</title>", end: "")
    #expect(page.photos.map(\.title) == ["A & B"] && page.notes == note("an unescaped &"))
    #expect(page.refused == ["the feed breaks off: no element found (line 2)"])
  }

  @Test("A hostile feed with errors is refused")
  func hostile() {
    let failure = #expect(throws: ProviderFailure.self) {
      try page("<title>&</title>", head: "<!DOCTYPE rss [<!ENTITY a 'b'>]><rss><channel>")
    }
    #expect(
      failure?.message
        == "the feed has a DOCTYPE with declarations, which are not supported (line 1)")
  }

  @Test("A feed with errors everywhere is corrected in linear time")
  func many() throws {
    let marks = String(repeating: "&", count: 60_000)
    #expect(try page("<title>\(marks)</title>").photos.map(\.title) == [marks])
    for piece in ["&#", "<"] {
      let marks = String(repeating: piece, count: 20_000)
      #expect(try page("<title>\(marks)</title>").photos.map(\.title) == [marks])
    }
    for piece in ["<!--", "<![CDATA[", "<?", "<a '", "<a:b "] {
      #expect(throws: ProviderFailure.self) { try page(String(repeating: piece, count: 20_000)) }
    }
  }

  @Test(
    "A well-formed feed reports no corrections", arguments: ["<title>A &amp; &#233;</title>", ""])
  func wellFormed(item: String) throws {
    #expect(try page(item).notes == [])
  }
}
