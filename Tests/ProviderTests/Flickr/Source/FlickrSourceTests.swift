import FlickrProvider
import ProviderKit
import Testing

@Suite("A Flickr source")
struct FlickrSourceTests {
  private let provider = FlickrProvider()

  @Test(
    "Each Flickr source is requested by its own API method",
    arguments: [
      ("recent", [:], ["flickr.photos.getRecent"]),
      ("user/1@N02", [:], ["flickr.people.getPublicPhotos", "user_id=1@N02"]),
      ("favorites/1@N02", [:], ["flickr.favorites.getPublicList", "user_id=1@N02"]),
      ("group/1@N02", [:], ["flickr.groups.pools.getPhotos", "group_id=1@N02"]),
      ("gallery/72", [:], ["flickr.galleries.getPhotos", "gallery_id=72", "get_gallery_info=1"]),
      ("album/72", [:], ["flickr.photosets.getPhotos", "photoset_id=72"]),
      (
        "album/1@N02/72", [:],
        ["flickr.photosets.getPhotos", "photoset_id=72", "user_id=1@N02"]
      ),
      ("person/1@N02", [:], ["flickr.people.getPhotosOf", "user_id=1@N02"]),
      ("explore/2024-05-31", [:], ["flickr.interestingness.getList", "date=2024-05-31"]),
      ("explore", [:], ["flickr.interestingness.getList"]),
      ("tag/new%20york", [:], ["flickr.photos.search", "sort=date-posted-desc", "tags=new york"]),
      (
        "search", ["tags": "a b,-c", "license": "4,5"],
        ["flickr.photos.search", "license=4,5", "sort=date-posted-desc", "tags=a b,-c"]
      ),
    ])
  func calls(selector: String, parameters: [String: String], expected: [String]) throws {
    let query = PageQuery(selector: selector, parameters: parameters, cursor: "7")
    let request = try provider.pageRequest(for: query)
    #expect(request.url == "https://api.flickr.com/services/rest/")
    let own = request.parameters.filter { !Self.common.contains($0.name) }
    #expect(own.map { "\($0.name)=\($0.value ?? "")" } == Array(expected.dropFirst()))
    #expect(value("method", of: request) == expected.first)
    #expect(value("page", of: request) == "7")
    #expect(value("per_page", of: request) == "500")
  }

  @Test(
    "A Flickr source with a name in it looks up the NSID, and lists by that",
    arguments: [
      ("user/bees", "flickr.urls.lookupUser", "photos/bees", "user", "user_id=1@N02"),
      ("person/bees", "flickr.urls.lookupUser", "photos/bees", "user", "user_id=1@N02"),
      ("favorites/bees", "flickr.urls.lookupUser", "photos/bees", "user", "user_id=1@N02"),
      ("albums/bees", "flickr.urls.lookupUser", "photos/bees", "user", "user_id=1@N02"),
      ("album/bees/72", "flickr.urls.lookupUser", "photos/bees", "user", "user_id=1@N02"),
      ("group/fog", "flickr.urls.lookupGroup", "groups/fog", "group", "group_id=1@N02"),
    ])
  func lookups(
    selector: String, method: String, path: String, member: String, argument: String
  ) throws {
    var query = PageQuery(selector: selector)
    let lookup = try #require(try provider.resolveRequest(for: query))
    #expect(value("method", of: lookup) == method)
    #expect(value("url", of: lookup) == "https://www.flickr.com/\(path)/")
    #expect(value("per_page", of: lookup) == nil && value("extras", of: lookup) == nil)
    let found = try provider.resolution(
      from: Answer(body: "{\"\(member)\":{\"id\":\"1@N02\"},\"stat\":\"ok\"}"), for: query)
    #expect(found == Resolution(value: "1@N02"))
    query.resolved = found.value
    let listing = try provider.pageRequest(for: query)
    #expect(listing.parameters.contains { "\($0.name)=\($0.value ?? "")" == argument })
    #expect(value("page", of: listing) == "1")
  }

  @Test("A name that is in no address is looked up as the name that an account shows")
  func shownName() throws {
    var query = PageQuery(selector: "user/bees")
    let unknown = Answer(body: #"{"stat":"fail","code":1,"message":"User not found"}"#)
    let second = try provider.resolution(from: unknown, for: query)
    #expect(second.value == nil)
    query.cursor = second.next
    #expect(query.cursor != nil)
    let lookup = try #require(try provider.resolveRequest(for: query))
    #expect(value("method", of: lookup) == "flickr.people.findByUsername")
    #expect(value("username", of: lookup) == "bees")
    let failure = try #require(throws: ProviderFailure.self) {
      try provider.resolution(from: unknown, for: query)
    }
    #expect(failure.kind == .source && failure.hint?.contains("NSID") == true)
    let spaced = try #require(
      try provider.resolveRequest(for: PageQuery(selector: "user/B%20%C3%A9es")))
    #expect(value("username", of: spaced) == "B ées")
  }

  @Test("A passing failure of a look-up does not lead to another one")
  func passingFailure() throws {
    let busy = Answer(body: #"{"stat":"fail","code":105,"message":"Service unavailable"}"#)
    let failure = try #require(throws: ProviderFailure.self) {
      try provider.resolution(from: busy, for: PageQuery(selector: "user/bees"))
    }
    #expect(failure.kind == .retryLater)
  }

  @Test(
    "A Flickr source without a name, or with an NSID, looks nothing up",
    arguments: ["recent", "user/1@N02", "album/72", "gallery/72", "photo/5", "tag/cat", "explore"])
  func noLookup(selector: String) throws {
    #expect(try provider.resolveRequest(for: PageQuery(selector: selector)) == nil)
  }

  @Test("A Flickr source whose name was not looked up is refused")
  func notLookedUp() {
    let failure = ProviderFailure(.source, "the name \"bees\" was not looked up")
    for selector in ["user/bees", "albums/bees"] {
      #expect(throws: failure) { try provider.pageRequest(for: PageQuery(selector: selector)) }
    }
  }

  @Test("The cursors of an earlier version, which name the account, are continued")
  func earlierCursor() throws {
    let request = try provider.pageRequest(for: PageQuery(selector: "user/bees", cursor: "1@N02/7"))
    #expect(value("user_id", of: request) == "1@N02" && value("page", of: request) == "7")
  }

  @Test(
    "A look-up's answer without an NSID is malformed",
    arguments: ["{}", "{\"user\":{\"id\":\"bees\"}}", "{\"user\":{\"id\":\"1@N0/2\"}}"])
  func noNSID(body: String) {
    #expect {
      try provider.resolution(from: Answer(body: body), for: PageQuery(selector: "user/bees"))
    } throws: {
      ($0 as? ProviderFailure)?.kind == .malformed
    }
  }

  private static let signedIn: Set = ["key", "secret", "token", "token-secret"]

  @Test("With a sign-in the calls are those for the account, and the host signs them")
  func signedIn() throws {
    for (selector, method) in [
      ("user/1@N02", "flickr.people.getPhotos"), ("favorites/1@N02", "flickr.favorites.getList"),
      ("contacts/1@N02", "flickr.contacts.getList"), ("recent", "flickr.photos.getRecent"),
    ] {
      let query = PageQuery(selector: selector, secrets: Self.signedIn)
      let request = try provider.pageRequest(for: query)
      #expect(value("method", of: request) == method)
      #expect(request.authorization?.scheme == .oauth1)
    }
    for lacking in Self.signedIn {
      let query = PageQuery(
        selector: "user/1@N02", secrets: Self.signedIn.subtracting([lacking]))
      #expect(try provider.pageRequest(for: query).authorization == nil)
    }
  }

  @Test("One's own account is that of the sign-in, and without one that is said")
  func ownAccount() throws {
    let query = PageQuery(selector: "user/me", secrets: Self.signedIn)
    let request = try #require(try provider.resolveRequest(for: query))
    #expect(value("method", of: request) == "flickr.test.login")
    let failure = try #require(throws: ProviderFailure.self) {
      try provider.resolveRequest(for: PageQuery(selector: "user/me"))
    }
    #expect(failure.kind == .setting && failure.hint?.contains("login flickr") == true)
  }

  @Test("The albums of an account are listings in its order, then all its photos")
  func albums() throws {
    let query = PageQuery(selector: "albums/1@N01")
    let page = try provider.page(from: Answer(body: FlickrRecording.albums), for: query)
    #expect(
      page.listings.map(\.selector)
        == ["album/1@N01/72157650000000001", "album/1@N01/72157650000000002"])
    #expect(page.listings.map(\.count) == [4, nil])
    #expect(
      page.listings.first?.album
        == Album(
          id: "72157650000000001", owner: "1@N01", title: "Summer", about: "In the sun",
          cover: "51035555247", position: 0))
    #expect(page.refused.count == 1 && page.next == "2")
    let rest = PageQuery(selector: "albums/1@N01", cursor: "2")
    let last = try provider.page(from: Answer(body: FlickrRecording.albums), for: rest)
    #expect(last.next == nil && last.listings.last?.selector == "user/1@N01")
    #expect(last.listings.first?.album?.position == 500)
  }

  @Test(
    "Galleries, contacts and collections are listings",
    arguments: [
      ("galleries/1@N01", FlickrRecording.galleries, ["gallery/72157650000000003"]),
      ("contacts/1@N01", FlickrRecording.contacts, ["user/2@N02"]),
      ("collections/1@N01", FlickrRecording.collections, ["album/1@N01/72157650000000001"]),
      ("collections/1@N01", #"{"collections":"","stat":"ok"}"#, []),
      ("collections/1@N01", #"{"collections":[],"stat":"ok"}"#, []),
    ])
  func directories(selector: String, body: String, listings: [String]) throws {
    let page = try provider.page(from: Answer(body: body), for: PageQuery(selector: selector))
    #expect(page.listings.map(\.selector) == listings && page.next == nil)
  }

  @Test("The overview of an account lists its sources step by step")
  func overview() throws {
    var query = PageQuery(selector: "user/1@N01")
    var steps: [String?] = []
    var listed: [ListedSource] = []
    for body in [
      FlickrRecording.account, FlickrRecording.albums, FlickrRecording.albums,
      FlickrRecording.galleries, FlickrRecording.groups,
    ] {
      steps.append(value("method", of: try provider.sourcesRequest(for: query)))
      let page = try provider.sources(from: Answer(body: body), for: query)
      listed += page.listings
      query.cursor = page.next
    }
    #expect(
      steps == [
        "flickr.people.getInfo", "flickr.photosets.getList", "flickr.photosets.getList",
        "flickr.galleries.getList", "flickr.people.getPublicGroups",
      ])
    #expect(query.cursor == nil)
    #expect(
      listed.first
        == ListedSource(
          selector: "user/1@N01", kind: "photos", title: "Bees", count: 4711))
    #expect(listed.last?.selector == "group/1000001@N20" && listed.last?.count == 12)
  }

  @Test("A single Flickr photo is listed by getInfo, without its sizes")
  func photo() throws {
    let query = PageQuery(selector: "photo/51035555243")
    let request = try provider.pageRequest(for: query)
    #expect(value("method", of: request) == "flickr.photos.getInfo")
    #expect(value("photo_id", of: request) == "51035555243")
    #expect(value("page", of: request) == nil)
    let page = try provider.page(from: Answer(body: FlickrRecording.info), for: query)
    #expect(
      page
        == Page(
          photos: [
            Photo(
              id: "51035555243", site: "flickr.com", owner: "12037949754@N01", ownerName: "Bees",
              title: "Katze", about: "Line one",
              pageURL: "https://www.flickr.com/photos/bees/51035555243/",
              takenAt: "2021-03-14 15:09:26", uploadedAt: 1_615_900_000,
              tags: ["blackcat", "wall"],
              license: License(
                name: "CC BY 2.0", url: "https://creativecommons.org/licenses/by/2.0/"),
              latitude: 52.5, longitude: 13.25, updatedAt: 1_615_900_001)
          ], total: 1))
    let video = FlickrRecording.info.replacing("\"media\":\"photo", with: "\"media\":\"video")
    #expect(
      try provider.page(from: Answer(body: video), for: query).photos.map(\.media) == [.video])
  }

  @Test(
    "A Flickr source refuses the cursor of another kind of source",
    arguments: [
      ("recent", "1@N02/3"), ("user/1@N02", "1@N02/3"), ("photo/5", "1"),
      ("photo/5", "1@N02/1"),
    ])
  func foreignCursor(selector: String, cursor: String) {
    let failure = ProviderFailure(.source, "\"\(cursor)\" is not a page of this listing")
    #expect(throws: failure) {
      try provider.pageRequest(for: PageQuery(selector: selector, cursor: cursor))
    }
  }

  @Test(
    "A Flickr search has the requested order, by default that of upload",
    arguments: [
      (["text": "cat"], "date-posted-desc"), (["lat": "1"], "date-posted-desc"),
      (["text": "cat", "sort": "relevance"], "relevance"), (["lat": "1", "lon": "2"], nil),
      (["lat": "1", "lon": "2", "sort": "date-posted-asc"], "date-posted-asc"),
    ])
  func order(parameters: [String: String], sort: String?) throws {
    let query = PageQuery(selector: "search", parameters: parameters)
    #expect(value("sort", of: try provider.pageRequest(for: query)) == sort)
  }

  @Test("A Flickr request asks for JSON and every size's address, and names the key's setting")
  func common() throws {
    let request = try provider.pageRequest(for: PageQuery(selector: "recent"))
    #expect(value("format", of: request) == "json")
    #expect(value("nojsoncallback", of: request) == "1")
    #expect(value("page", of: request) == "1")
    #expect(request.parameters.contains(.init("api_key", setting: "key")))
    let extras = Set(value("extras", of: request)?.split(separator: ",").map(String.init) ?? [])
    let letters = "sq t s q m n w z c l h k 3k 4k f 5k 6k o".split(separator: " ")
    #expect(extras.isSuperset(of: letters.map { "url_\($0)" }))
    let facts =
      "can_download date_taken date_upload owner_name description ispro last_update license tags geo media path_alias"
      .split(separator: " ").map(String.init)
    #expect(extras == Set(letters.map { "url_\($0)" } + facts))
  }

  @Test(
    "The first page of a Flickr listing is as long as the wanted photos need, up to 500",
    arguments: [
      (nil, "500"), (0, "1"), (1, "1"), (5, "5"), (499, "499"), (500, "500"), (Int.max, "500"),
    ] as [(Int?, String)])
  func pageLength(limit: Int?, expected: String) throws {
    for (selector, cursor) in [("recent", nil), ("user/bees", "1@N02/first")] {
      let query = PageQuery(selector: selector, cursor: cursor, limit: limit)
      let request = try provider.pageRequest(for: query)
      #expect(value("per_page", of: request) == expected && value("page", of: request) == "1")
    }
  }

  @Test("After a short first page for a limit, a Flickr listing continues in full pages")
  func shortPage() throws {
    let body = """
      {"photos":{"page":1,"pages":9,"perpage":5,"total":41,"photo":[{"id":"1"}]},"stat":"ok"}
      """
    for (selector, cursor, next) in [
      ("recent", nil, "1"), ("user/bees", "1@N02/first", "1@N02/1"),
    ] {
      var query = PageQuery(selector: selector, cursor: cursor, limit: 5)
      #expect(try provider.page(from: Answer(body: body), for: query).next == next)
      let empty = body.replacing("{\"id\":\"1\"}", with: "")
      #expect(try provider.page(from: Answer(body: empty), for: query).next == next)
      let only = body.replacing("\"pages\":9", with: "\"pages\":1")
      #expect(try provider.page(from: Answer(body: only), for: query).next == nil)
      query.cursor = next
      let request = try provider.pageRequest(for: query)
      #expect(value("per_page", of: request) == "500" && value("page", of: request) == "1")
    }
  }

  @Test("A Flickr request is sent to the endpoint in the settings")
  func endpoint() throws {
    let settings = ["endpoint": "http://127.0.0.1:8080/rest"]
    let request = try provider.pageRequest(for: PageQuery(selector: "recent", settings: settings))
    #expect(request.url == "http://127.0.0.1:8080/rest")
  }

  @Test(
    "A Flickr endpoint that is not a web address is reported as a setting's error",
    arguments: ["", "a", "ftp://a/", "http://a/?b"])
  func badEndpoint(endpoint: String) {
    #expect {
      try provider.pageRequest(for: PageQuery(selector: "recent", settings: ["endpoint": endpoint]))
    } throws: {
      ($0 as? ProviderFailure)?.kind == .setting
    }
  }

  @Test(
    "An unknown Flickr selector is refused",
    arguments: [
      "", "Recent", "recent/", "user", "user/", "user/a/b", "album", "album//1", "album/a/b/c",
      "search/a", "/recent", "photo/x", "photo", "user/a b", "group/a&b", "favorites", "gallery/",
    ])
  func unknown(selector: String) {
    #expect {
      try provider.pageRequest(for: PageQuery(selector: selector))
    } throws: {
      ($0 as? ProviderFailure)?.kind == .source
    }
  }

  @Test("A Flickr source other than search refuses parameters")
  func parameters() {
    let failure = ProviderFailure(
      .source, "flickr:recent takes no parameters; only flickr:search does")
    #expect(throws: failure) {
      try provider.pageRequest(for: PageQuery(selector: "recent", parameters: ["tags": "cat"]))
    }
  }

  @Test("An unknown parameter of a Flickr search is refused with the known ones")
  func unknownParameter() throws {
    let query = PageQuery(selector: "search", parameters: ["tag": "cat"])
    let failure = try #require(throws: ProviderFailure.self) {
      try provider.pageRequest(for: query)
    }
    #expect(failure.kind == .source)
    #expect(failure.message == "flickr:search has no parameter \"tag\"")
    #expect(failure.hint?.contains("tag_mode, tags, text") == true)
  }

  @Test(
    "A Flickr search refuses empty parameters and values that Flickr would ignore",
    arguments: [
      ("tags", "", "has no value"), ("tag_mode", "al", "has the invalid value \"al\""),
      ("sort", "Relevance", "has the invalid value \"Relevance\""),
      ("license", "by-nc", "has the invalid value \"by-nc\""),
      ("license", "4,", "has the invalid value \"4,\""),
      ("min_upload_date", "yesterday", "has the invalid value \"yesterday\""),
      ("max_taken_date", "31.5.2024", "has the invalid value \"31.5.2024\""),
      ("bbox", "1,2,3", "has the invalid value \"1,2,3\""),
      ("lat", "48N", "has the invalid value \"48N\""),
      ("radius", "nan", "has the invalid value \"nan\""),
      ("has_geo", "yes", "has the invalid value \"yes\""),
      ("woe_id", "-1", "has the invalid value \"-1\""),
    ])
  func badValue(name: String, value: String, reason: String) throws {
    let query = PageQuery(selector: "search", parameters: ["text": "cat", name: value])
    let failure = try #require(throws: ProviderFailure.self) {
      try provider.pageRequest(for: query)
    }
    #expect(failure.kind == .source)
    #expect(failure.message == "flickr:search's parameter \"\(name)\" \(reason)")
  }

  @Test(
    "A Flickr search accepts the documented values of each parameter",
    arguments: ["relevance", "date-taken-asc"])
  func word(sort: String) throws {
    let parameters = ["tags": "a,b", "tag_mode": "all", "sort": sort]
    let request = try provider.pageRequest(
      for: PageQuery(selector: "search", parameters: parameters))
    #expect(value("sort", of: request) == sort && value("tag_mode", of: request) == "all")
  }

  @Test(
    "A Flickr search accepts the number and date formats of Flickr",
    arguments: [
      ("license", "4"), ("license", "4,5,10"), ("min_upload_date", "1615900000"),
      ("min_upload_date", "2021-01-01"), ("min_taken_date", "2021-01-01 12:30:00"),
      ("max_taken_date", "2021"), ("bbox", "-10.5,40,2.25,50"), ("lat", "-48.25"), ("lon", "1e1"),
      ("has_geo", "0"), ("safe_search", "1"), ("accuracy", "11"),
    ])
  func number(name: String, given: String) throws {
    let query = PageQuery(selector: "search", parameters: ["text": "cat", name: given])
    #expect(value(name, of: try provider.pageRequest(for: query)) == given)
  }

  @Test("A Flickr search without parameters is refused", arguments: [[:], ["tags": ""]])
  func parameterless(parameters: [String: String]) {
    #expect(throws: ProviderFailure.self) {
      try provider.pageRequest(for: PageQuery(selector: "search", parameters: parameters))
    }
  }

  @Test(
    "A Flickr source refuses an invalid cursor",
    arguments: [
      "0", "-1", "x", "10001", "99999999999999999999", "", ":", "1:", ":5", "1:x", "1:-5", "1:5:",
      "1:5:-1", "1:5:6:7", "0:5", "10001:5", "/1", "x/1",
      "1@N02/", "first", "x/first", "1@N02/0", "1@N02/1/2",
    ])
  func cursors(cursor: String) {
    #expect(throws: ProviderFailure(.source, "\"\(cursor)\" is not the number of a page")) {
      try provider.pageRequest(for: PageQuery(selector: "recent", cursor: cursor))
    }
  }

  private static let common: Set = [
    "method", "api_key", "extras", "per_page", "page", "format", "nojsoncallback",
  ]

  private func value(_ name: String, of request: RequestDescription) -> String? {
    request.parameters.first { $0.name == name }?.value
  }
}
