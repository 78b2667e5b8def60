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
