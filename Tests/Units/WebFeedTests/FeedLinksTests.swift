import ProviderKit
import Testing
import WebFeedProvider

@Suite("The address of a page instead of its feed")
struct FeedLinksTests {
  private func failure(_ page: String, url: String? = nil) -> ProviderFailure? {
    let query = PageQuery(selector: "https://blog.example.org/2024/pier?a=1")
    do {
      _ = try WebFeedProvider().page(from: Answer(body: page, url: url), for: query)
      return nil
    } catch {
      return error as? ProviderFailure
    }
  }

  private func page(_ head: String) -> String {
    "<!DOCTYPE html>\n<html lang=en><head><meta charset=utf-8><title>A & B</title>\(head)</head><body><p>x<br>y"
  }

  @Test(
    "The error names the feed that the page links, by its absolute address",
    arguments: [
      (
        #"<link rel="alternate" type="application/rss+xml" title="x" href="/feed/?a=1&amp;b=2">"#,
        "https://blog.example.org/feed/?a=1&b=2"
      ),
      (
        "<LINK TYPE='application/atom+xml; charset=utf-8' HREF='atom.xml' REL='Alternate'>",
        "https://blog.example.org/2024/atom.xml"
      ),
      (
        "<link rel=alternate type=application/feed+json href=//cdn.example.org/feed.json>",
        "https://cdn.example.org/feed.json"
      ),
      (
        "<base href=\"https://other.example.org/x/\"><link rel=\"alternate\" type=\"application/rss+xml\" href=\"feed\"/>",
        "https://other.example.org/x/feed"
      ),
      (
        """
        <link rel="stylesheet" href="a.css"><link rel="alternate" hreflang="de" href="/de/">
        <link rel="alternate" type="application/feed+json" href="/feed.json">
        <link rel="alternate" type="application/rss+xml" href="/feed.xml">
        """, "https://blog.example.org/feed.xml"
      ),
    ])
  func named(link: String, address: String) {
    let failure = failure(page(link))
    #expect(failure?.message == "the address is that of a web page; its feed is \(address)")
    #expect(failure?.kind == .source && failure?.hint?.hasPrefix("write feed:\(address)") == true)
  }

  @Test("A page that is well-formed, and one behind a redirect, name their feeds too")
  func others() {
    let link = #"<link rel="alternate" type="application/rss+xml" href="feed"/>"#
    let strict =
      "<?xml version=\"1.0\"?><html xmlns=\"http://www.w3.org/1999/xhtml\"><head>\(link)</head></html>"
    #expect(failure(strict)?.hint == "write feed:https://blog.example.org/2024/feed")
    #expect(
      failure(page(link), url: "https://new.example.org/a/")?.hint
        == "write feed:https://new.example.org/a/feed")
  }

  @Test("The further feeds of a page are named, each once")
  func several() {
    let links = (1...9).map {
      "<link rel=\"alternate\" type=\"application/rss+xml\" href=\"/\($0 / 2)\">"
    }
    #expect(
      failure(page(links.joined()))?.hint
        == "write feed:https://blog.example.org/0; the page also names feed:https://blog.example.org/1, "
        + "feed:https://blog.example.org/2, feed:https://blog.example.org/3")
  }

  @Test("A page without a feed says so, and a broken feed is not taken for a page")
  func none() {
    #expect(
      failure(page("<link rel=icon href=a.png>"))?.message.hasSuffix("which names no feed") == true)
    #expect(failure(page("<link rel=alternate type=application/rss+xml href=mailto:a>")) != nil)
    #expect(failure("<rss><channel><")?.message.contains("web page") == false)
  }
}
