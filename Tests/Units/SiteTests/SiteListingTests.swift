import BlueskyProvider
import CommonsProvider
import InternetArchiveProvider
import MastodonProvider
import ProviderKit
import ProviderTesting
import Testing

@Suite("The sites' listings")
struct SiteListingTests {
  private func page(_ recorded: Recorded, _ provider: any PhotoProvider) throws -> Page {
    guard case .page(let query, let answer) = recorded else { throw ProviderFailure(.photo, "") }
    return try provider.page(from: answer, for: query)
  }

  @Test("Mastodon's posts are listed with their pictures; boosts and unfinished media are not")
  func mastodon() throws {
    let page = try page(SiteRecordings.mastodon[1], MastodonProvider())
    let photo = try #require(page.photos.first)
    #expect(page.photos.count == 1 && page.next == "88" && page.extent == .complete)
    #expect(page.skipped.map(\.kind) == ["video", "picture"])
    #expect(photo.id == "7" && photo.site == "mastodon.example" && photo.about == "a black cat")
    #expect(photo.title == "Two cats" && photo.tags == ["cats", "sensitive"])
    #expect(photo.uploadedAt == 1_714_566_600)
    #expect(photo.renditions.map(\.label) == ["Small", "Original"])
    #expect(photo.renditions.map(\.width) == [400, 800])
  }

  @Test(
    "Mastodon's original is marked as such, whatever sizes the server states",
    arguments: [
      "null", "{}",
      #"{"original":{"width":640,"height":360},"small":{"width":640,"height":360}}"#,
    ])
  func original(meta: String) throws {
    let body = #"""
      [{"id":"1","content":"","media_attachments":[{"id":"7","type":"image","url":"https://a/7.jpg",
      "preview_url":"https://a/7s.jpg","meta":META}]}]
      """#.replacing("META", with: meta)
    let query = PageQuery(selector: "tag/cats@mastodon.example")
    let page = try MastodonProvider().page(from: Answer(body: body), for: query)
    let chosen = page.photos.flatMap(\.renditions).filter(\.isOriginal)
    #expect(chosen.map(\.url) == ["https://a/7.jpg"])
  }

  @Test(
    "A long post of Mastodon or Bluesky keeps its text beside the alternative text of a picture")
  func alternative() throws {
    let text = String(repeating: "long ", count: 30) + "end"
    func about(_ recorded: Recorded, _ provider: any PhotoProvider, _ old: String) throws -> String?
    {
      guard case .page(let query, var answer) = recorded else { return nil }
      answer.body = answer.body.replacing(old, with: text)
      return try provider.page(from: answer, for: query).photos.first?.about
    }
    let both = text + "\n\na black cat"
    #expect(
      try about(SiteRecordings.mastodon[1], MastodonProvider(), "<p>Two <b>cats</b></p>") == both)
    #expect(try about(SiteRecordings.bluesky[2], BlueskyProvider(), "A cat") == both)
  }

  @Test(
    "Mastodon's account is looked up by its name at its own server")
  func lookup() throws {
    let query = PageQuery(selector: "@ada@mastodon.example")
    let request = try #require(try MastodonProvider().resolveRequest(for: query))
    #expect(request.url == "https://mastodon.example/api/v1/accounts/lookup")
    #expect(
      try MastodonProvider().resolveRequest(for: PageQuery(selector: "tag/cats@a.example")) == nil)
    #expect(
      try MastodonProvider().selector(claiming: "https://mastodon.social/@ada")
        == "ada@mastodon.social")
    #expect(try MastodonProvider().selector(claiming: "https://video.example/@ada") == nil)
  }

  @Test("A token goes only to the Mastodon server that the user named with it")
  func tokenHost() throws {
    func authorization(_ settings: [String: String]) throws -> Authorization? {
      let query = PageQuery(selector: "tag/cats@mastodon.example", settings: settings)
      return try MastodonProvider().pageRequest(for: query).authorization
    }
    #expect(try authorization([:]) == nil)
    #expect(try authorization(["token-host": "other.example"]) == nil)
    #expect(try authorization(["token-host": "Mastodon.example"])?.isOptional == true)
    #expect(try authorization(["server": "https://mine.example"])?.token == "token")
  }

  @Test("A Mastodon server that wants to know who asks is a matter of the setting")
  func unauthorized() {
    let answer = Answer(
      status: 401, body: #"{"error":"This API requires an authenticated user"}"#)
    #expect {
      try MastodonProvider().page(from: answer, for: SiteRecordings.account)
    } throws: { ($0 as? ProviderFailure)?.kind == .setting }
  }

  @Test("Bluesky's pictures have the digest and the length of the account's own file")
  func bluesky() throws {
    let page = try page(SiteRecordings.bluesky[2], BlueskyProvider())
    let photo = try #require(page.photos.first)
    let file = try #require(photo.renditions.first)
    #expect(page.photos.count == 1 && page.next == "2024-05-01T12:30:00Z")
    #expect(photo.id == "3kk" && photo.title == "A cat" && photo.about == "a black cat")
    #expect(file.byteCount == 80412 && file.isOriginal && file.width == nil)
    #expect(
      file.digest
        == .init(.sha256, hex: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"))
    #expect(file.url.hasPrefix("https://pds.example/xrpc/com.atproto.sync.getBlob?did=did:plc:"))
  }

  @Test(
    "A file that a Mastodon server has no copy of is fetched from its own server if it is a picture"
  )
  func remote() throws {
    func page(_ media: String) throws -> Page {
      let body = "[{\"id\":\"1\",\"media_attachments\":[{\"id\":\"7\",\(media)}]}]"
      return try MastodonProvider().page(
        from: Answer(body: body), for: PageQuery(selector: "tag/cats@mastodon.example"))
    }
    let file = #""type":"unknown","url":null,"preview_url":null,"remote_url":"https://b.example/7"#
    for (media, count) in [
      (file + #".JPG?a=1""#, 1), (file + #".webp""#, 1), (file + #".mp4""#, 0), (file + #"""#, 0),
      (file + #"","mime_type":"image/heic""#, 1), (file + #".jpg","mime_type":"video/mp4""#, 0),
      (#""type":"unknown","url":null,"remote_url":null"#, 0),
      (#""type":"image","url":"","remote_url":"https://b.example/7""#, 1),
    ] {
      let page = try page(media)
      #expect(page.photos.count == count && page.skipped.count == 1 - count, "\(media)")
      #expect(page.photos.allSatisfy { $0.renditions[0].url.hasPrefix("https://b.example/7") })
    }
  }

  @Test("A picture of Bluesky's first months is listed with its digest")
  func earlyBluesky() throws {
    guard case .page(let query, var answer) = SiteRecordings.bluesky[2] else { return }
    let name = "bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku"
    answer.body = answer.body.replacing(
      /"image":\{"\$type".*?"size":80412\}/.dotMatchesNewlines(),
      with: "\"image\":{\"cid\":\"\(name)\",\"mimeType\":\"image/jpeg\"}")
    let page = try BlueskyProvider().page(from: answer, for: query)
    let file = try #require(page.photos.first?.renditions.first)
    #expect(file.url.hasSuffix("cid=\(name)") && file.digest != nil && file.byteCount == nil)
  }

  @Test("The address of an account's server may end with a slash")
  func endpoint() throws {
    guard case .resolution(let query, var answer) = SiteRecordings.bluesky[1] else { return }
    answer.body = answer.body.replacing("https://pds.example\"", with: "https://pds.example/\"")
    let found = try BlueskyProvider().resolution(from: answer, for: query)
    #expect(found.value == "\(SiteRecordings.did) https://pds.example")
  }

  @Test("Bluesky's account is looked up in two steps")
  func steps() throws {
    let provider = BlueskyProvider()
    var found: [Resolution] = []
    for case .resolution(let query, let answer) in SiteRecordings.bluesky {
      #expect(try provider.resolveRequest(for: query) != nil)
      found.append(try provider.resolution(from: answer, for: query))
    }
    #expect(found.map(\.next) == [SiteRecordings.did, nil])
    #expect(found.last?.value == "\(SiteRecordings.did) https://pds.example")
  }

  @Test("Commons lists bitmaps with digest, licence and author, and names what it leaves out")
  func commons() throws {
    let page = try page(SiteRecordings.commons[0], CommonsProvider())
    let photo = try #require(page.photos.first)
    #expect(page.photos.count == 1 && page.skipped.map(\.kind) == ["drawing"])
    #expect(page.next == "continue=gcmcontinue||&&gcmcontinue=2024|9")
    #expect(photo.title == "A black cat" && photo.ownerName == "Ada")
    #expect(photo.takenAt == "2021-03-14 15:09:26" && photo.license?.name == "CC BY-SA 4.0")
    #expect(photo.renditions.first?.digest?.algorithm == .sha1)
    let query = PageQuery(
      selector: "user/Ada", settings: SiteRecordings.commonsSettings, cursor: page.next)
    let request = try CommonsProvider().pageRequest(for: query)
    #expect(request.parameters.contains(.init("gcmcontinue", "2024|9")))
    #expect(request.parameters.contains(.init("gaiuser", "Ada")))
  }

  @Test(
    "Commons' dates are known as far as their texts say",
    arguments: [
      ("2021-03-14 15:09:26", "2021-03-14 15:09:26"), ("2021-03-14 15:09", "2021-03-14 15:09:00"),
      ("2021-03-14", "2021-03-14 00:00:00"), ("1905-06", "1905-06"), ("1905", "1905"),
      ("circa 1617", "1617~"), ("c. 1617", "1617~"), ("ca. 1617", "1617~"), ("Circa1617", "1617~"),
      (
        "circa 1617<div style=\\\"display: none;\\\">date QS:P571,+1617-00-00T00:00:00Z/9,P1480,Q5727902</div>",
        "1617~"
      ),
      (
        "<time class=\\\"dtstart\\\" datetime=\\\"1889-06\\\">June 1889</time><div>date QS:P571,+1889-06-00T00:00:00Z/10</div>",
        "1889-06"
      ),
      ("14 March 1889", "1889-03-14 00:00:00"), ("March 14, 1889", "1889-03-14 00:00:00"),
      ("June 1889", "1889-06"), ("1889 (photograph)", "1889"),
      ("Taken on 14 March 2021", "2021-03-14 00:00:00"),
      (
        "before 1890<div>date QS:P571,+1890-00-00T00:00:00Z/7,P1326,+1890-00-00T00:00:00Z/9</div>",
        nil
      ),
      ("between 1890 and 1900", nil), ("1890s", nil), ("19th century", nil), ("1890-1900", nil),
      ("1890–1900", nil), ("unknown", nil), ("2021-13-01", nil), ("45 March 1889", nil),
    ] as [(String, String?)])
  func dates(text: String, date: String?) throws {
    guard case .page(let query, var answer) = SiteRecordings.commons[0] else { return }
    answer.body = answer.body.replacing("2021-03-14 15:09:26", with: text)
    let photo = try CommonsProvider().page(from: answer, for: query).photos.first
    #expect(photo?.takenAt == date)
  }

  @Test("Commons is asked again until it has said everything about the files of a page")
  func batches() throws {
    let provider = CommonsProvider()
    let query = PageQuery(selector: "category/X", settings: SiteRecordings.commonsSettings)
    let part = Answer(
      body:
        #"{"continue":{"iicontinue":"a|1","continue":"||"},"query":{"pages":[{"pageid":1,"title":"File:A.jpg"}]}}"#
    )
    let rest = Answer(
      body:
        #"{"batchcomplete":true,"query":{"pages":[{"pageid":1,"title":"File:A.jpg","imageinfo":[{"mediatype":"BITMAP","url":"https://a/A.jpg"}]}]}}"#
    )
    let first = try provider.page(from: part, for: query)
    #expect(first.photos.isEmpty && first.more.count == 1)
    #expect(first.more.first?.parameters.contains(.init("iicontinue", "a|1")) == true)
    let whole = try provider.page(from: part, further: [rest], for: query)
    #expect(whole.photos.map(\.id) == ["1"] && whole.more.isEmpty && whole.next == nil)
  }

  @Test("A busy Commons is asked again later", arguments: ["maxlag", "ratelimited", "readonly"])
  func busy(code: String) {
    let answer = Answer(body: "{\"error\":{\"code\":\"\(code)\",\"info\":\"wait\"}}")
    let query = PageQuery(selector: "category/X", settings: SiteRecordings.commonsSettings)
    #expect {
      try CommonsProvider().page(from: answer, for: query)
    } throws: { ($0 as? ProviderFailure)?.kind == .retryLater }
  }

  @Test("An item of the Internet Archive lists the uploaded pictures with their digests")
  func archive() throws {
    let page = try page(SiteRecordings.archive[0], InternetArchiveProvider())
    let photo = try #require(page.photos.first)
    #expect(page.photos.count == 1 && page.extent == .complete)
    #expect(photo.id == "cats-2024/one cat.jpg" && photo.tags == ["cats", "dogs"])
    #expect(photo.takenAt == "2024-05-01 00:00:00" && photo.ownerName == "Ada")
    #expect(photo.renditions.first?.url == "https://archive.org/download/cats-2024/one%20cat.jpg")
    #expect(photo.renditions.first?.byteCount == 80412)
  }

  @Test("An item of the Internet Archive has plain texts, a named licence, and no mail address")
  func archiveTexts() throws {
    func photo(_ member: String) throws -> Photo {
      guard case .page(let query, var answer) = SiteRecordings.archive[0] else { fatalError() }
      let license = #""licenseurl":"https://creativecommons.org/licenses/by/4.0/""#
      if !member.isEmpty { answer.body = answer.body.replacing(license, with: member) }
      return try #require(
        try InternetArchiveProvider().page(from: answer, for: query).photos.first)
    }
    let address = "https://creativecommons.org/licenses/by/4.0/"
    #expect(try photo("").license == License(name: "CC BY 4.0", url: address))
    let marked = try photo(
      #""rights":"<a href='x'>Free</a> &amp; open","description":["<p>A</p><p>cat</p>"]"#)
    #expect(marked.license == License(name: "Free & open") && marked.about == "A\ncat")
    #expect(try photo(#""uploader":"ada@example.org""#).owner == "cats-2024")
    #expect(try photo(#""uploader":"ada""#).owner == "ada")
  }

  @Test(
    "A collection of the Internet Archive asks for each item, and says when the search stopped early"
  )
  func collection() throws {
    let provider = InternetArchiveProvider()
    let query = PageQuery(selector: "collection/cats", settings: SiteRecordings.archiveSettings)
    let search = Answer(
      body: #"{"items":[{"identifier":"cats-2024"},{"identifier":"dark"}],"count":2,"total":7}"#)
    #expect(
      try provider.page(from: search, for: query).more.map(\.url) == [
        "https://archive.org/metadata/cats-2024", "https://archive.org/metadata/dark",
      ])
    let items = [Answer(body: SiteRecordings.item), Answer(body: "{}")]
    let page = try provider.page(from: search, further: items, for: query)
    #expect(page.photos.count == 1 && page.skipped.count == 1 && page.extent == .cutShort)
    #expect(page.missing == ["the archive listed 2 of 7 items"])
  }

  @Test("An item that the Internet Archive does not have is no listing")
  func missing() {
    let query = PageQuery(selector: "item/none", settings: SiteRecordings.archiveSettings)
    #expect {
      try InternetArchiveProvider().page(from: Answer(body: "{}"), for: query)
    } throws: { ($0 as? ProviderFailure)?.kind == .source }
  }
}
