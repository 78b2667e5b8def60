import BlueskyProvider
import CommonsProvider
import InternetArchiveProvider
import MastodonProvider
import NASAImagesProvider
import OpenverseProvider
import ProviderKit
import Testing

/// What a site's protocol says about the end of a listing is the only end of one.
@Suite("The ends of listings")
struct ListingEndTests {
  private static let account = PageQuery(selector: "ada@a.example", resolved: "1")

  private func mastodon(
    _ ids: [Int], link: String? = nil, at cursor: String? = nil
  ) throws -> Page {
    var query = Self.account
    query.cursor = cursor
    let posts = ids.map { "{\"id\":\"\($0)\",\"media_attachments\":[]}" }
    let answer = Answer(
      headers: link.map { ["link": $0] } ?? [:], body: "[\(posts.joined(separator: ","))]")
    return try MastodonProvider().page(from: answer, for: query)
  }

  @Test(
    "A page of Mastodon's without links is followed by the posts before its last one",
    arguments: [
      nil, "", "<https://a.example/style.css>; rel=preload; as=style",
      "<https://a.example/x?page=2>; rel=\"next\"", "<https://a.example/x?max_id=>; rel=\"next\"",
    ])
  func withoutLinks(link: String?) throws {
    #expect(try mastodon([9, 8, 7], link: link).next == "7")
    #expect(try mastodon([6], link: link, at: "7").next == "6")
    let end = try mastodon([], at: "6")
    #expect(end.next == nil && end.extent == .complete && end.refused == [])
  }

  @Test(
    "The link to the next page of Mastodon's is found however it is written",
    arguments: [
      "<https://a.example/x?max_id=3&limit=40>; rel=\"next\"",
      "<https://a.example/x?min_id=9>; rel=\"prev\", <https://a.example/x?limit=1,2&max_id=3>; rel=\"next\"",
      "<https://a.example/x?max_id=3>;rel=next",
      "<https://a.example/x?max_id=3>; title=a; REL=\"Next up\"",
      "</style.css>; rel=preload, <https://a.example/x?max_id=3#a>; rel=\"next\"",
    ])
  func links(link: String) throws {
    #expect(try mastodon([9, 8], link: link).next == "3")
  }

  @Test(
    "A server that links pages and names no next one has ended its listing, unless the page is full"
  )
  func linkedEnd() throws {
    let link = "<https://a.example/x?min_id=9>; rel=\"prev\""
    let end = try mastodon([9, 8], link: link)
    #expect(end.next == nil && end.extent == .complete)
    #expect(try mastodon(Array((1...40).reversed()), link: link).next == "1")
  }

  @Test("A server that lists the post of max_id itself ends its listing with that post alone")
  func inclusive() throws {
    let end = try mastodon([7], at: "7")
    #expect(end.next == nil && end.extent == .complete && end.refused == [])
  }

  @Test("A listing that returns to a page is refused, and is not complete")
  func repeats() throws {
    var pages = [try mastodon([9, 8, 7], at: "7")]
    pages.append(
      try mastodon([9, 8], link: "<https://a.example/x?max_id=7>; rel=\"next\"", at: "7"))
    let (bluesky, commons) = (SiteRecordings.bluesky[3], SiteRecordings.commons[1])
    for (recorded, provider, body) in [
      (
        bluesky, BlueskyProvider() as any PhotoProvider,
        #"{"feed":[],"cursor":"2024-05-01T12:30:00Z"}"#
      ),
      (
        commons, CommonsProvider(),
        #"{"batchcomplete":true,"continue":{"gcmcontinue":"2024|9","continue":"gcmcontinue||"}}"#
      ),
    ] {
      guard case .page(let query, _) = recorded else { continue }
      pages.append(try provider.page(from: Answer(body: body), for: query))
    }
    #expect(pages.count == 4)
    for page in pages {
      #expect(page.next == nil && page.extent == .cutShort && page.refused.count == 1)
    }
  }

  @Test("Posts without ids, by which nothing can be asked for, end no listing")
  func withoutIDs() throws {
    let page = try MastodonProvider().page(
      from: Answer(body: "[{\"media_attachments\":[]}]"), for: Self.account)
    #expect(page.next == nil && page.extent == .cutShort)
  }

  @Test(
    "An answer that does not say in its protocol's words that it is the last one ends no listing")
  func silence() throws {
    let openverse = PageQuery(
      selector: "search", parameters: ["q": "x"], settings: ["api": "https://a.example"])
    let nasa = PageQuery(
      selector: "search", parameters: ["q": "x"], settings: ["api": "https://a.example"])
    let archive = PageQuery(selector: "collection/x", settings: SiteRecordings.archiveSettings)
    let found = PageQuery(
      selector: "search", parameters: ["q": "x"], settings: SiteRecordings.commonsSettings,
      cursor: "continue=gsroffset||&&gsroffset=9950")
    guard case .page(let bluesky, _) = SiteRecordings.bluesky[3] else { return }
    let cases: [(any PhotoProvider, PageQuery, String)] = [
      (OpenverseProvider(), openverse, #"{"result_count":50,"page_size":20,"results":[]}"#),
      (
        NASAImagesProvider(), nasa,
        #"{"collection":{"items":[],"metadata":{"total_hits":7},"links":[]}}"#
      ),
      (InternetArchiveProvider(), archive, #"{"items":[]}"#),
      (CommonsProvider(), found, #"{"batchcomplete":true}"#),
      (BlueskyProvider(), bluesky, #"{"feed":[],"cursor":{"a":1}}"#),
    ]
    for (provider, query, body) in cases {
      let page = try provider.page(from: Answer(body: body), for: query)
      #expect(page.next == nil && page.extent == .cutShort, "\(provider.manifest.name)")
      #expect(page.refused.count + page.missing.count == 1, "\(provider.manifest.name)")
    }
  }
}
