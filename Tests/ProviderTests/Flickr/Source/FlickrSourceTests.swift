import FlickrProvider
import ProviderKit
import Testing

@Suite("A Flickr source")
struct FlickrSourceTests {
  private let provider = FlickrProvider()

  @Test(
    "A Flickr source is asked for by its own call",
    arguments: [
      ("recent", [:], ["flickr.photos.getRecent"]),
      ("user/1@N02", [:], ["flickr.people.getPublicPhotos", "user_id=1@N02"]),
      ("favorites/1@N02", [:], ["flickr.favorites.getPublicList", "user_id=1@N02"]),
      ("group/1@N02", [:], ["flickr.groups.pools.getPhotos", "group_id=1@N02"]),
      ("gallery/72", [:], ["flickr.galleries.getPhotos", "gallery_id=72"]),
      ("album/72", [:], ["flickr.photosets.getPhotos", "photoset_id=72"]),
      (
        "album/1@N02/72", [:],
        ["flickr.photosets.getPhotos", "photoset_id=72", "user_id=1@N02"]
      ),
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
    "A Flickr source with a name in it looks up the NSID first, and lists by that",
    arguments: [
      ("user/bees", "flickr.urls.lookupUser", "photos/bees", "user", "user_id=1@N02"),
      ("favorites/bees", "flickr.urls.lookupUser", "photos/bees", "user", "user_id=1@N02"),
      ("album/bees/72", "flickr.urls.lookupUser", "photos/bees", "user", "user_id=1@N02"),
      ("group/fog", "flickr.urls.lookupGroup", "groups/fog", "group", "group_id=1@N02"),
    ])
  func lookups(
    selector: String, method: String, path: String, member: String, argument: String
  ) throws {
    var query = PageQuery(selector: selector)
    let lookup = try provider.pageRequest(for: query)
    #expect(value("method", of: lookup) == method)
    #expect(value("url", of: lookup) == "https://www.flickr.com/\(path)/")
    #expect(value("per_page", of: lookup) == nil && value("extras", of: lookup) == nil)
    let found = try provider.page(
      from: Answer(body: "{\"\(member)\":{\"id\":\"1@N02\"},\"stat\":\"ok\"}"), for: query)
    #expect(found == Page(photos: [], next: "1@N02/first"))
    query.cursor = found.next
    let listing = try provider.pageRequest(for: query)
    #expect(listing.parameters.contains { "\($0.name)=\($0.value ?? "")" == argument })
    #expect(value("page", of: listing) == "1")
    let listed = selector.hasPrefix("album") ? FlickrRecording.album : FlickrRecording.recent
    let page = try provider.page(from: Answer(body: listed), for: query)
    #expect(!page.photos.isEmpty)
    #expect(page.next == (selector.hasPrefix("album") ? nil : "1@N02/2"))
  }

  @Test(
    "A look-up's answer without an NSID is malformed",
    arguments: ["{}", "{\"user\":{\"id\":\"bees\"}}", "{\"user\":{\"id\":\"1@N0/2\"}}"])
  func noNSID(body: String) {
    #expect {
      try provider.page(from: Answer(body: body), for: PageQuery(selector: "user/bees"))
    } throws: {
      ($0 as? ProviderFailure)?.kind == .malformed
    }
  }

  @Test("A single photo's source asks for its facts and leaves the sizes to their own call")
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
              latitude: 52.5, longitude: 13.25)
          ], total: 1))
    let video = FlickrRecording.info.replacing("\"media\":\"photo", with: "\"media\":\"video")
    let skipped = try provider.page(from: Answer(body: video), for: query)
    #expect(skipped.photos.isEmpty && skipped.skipped.map(\.kind) == ["video"])
  }

  @Test(
    "A cursor of another kind of Flickr source is refused",
    arguments: [
      ("recent", "1@N02/3"), ("user/1@N02", "1@N02/3"), ("user/bees", "3"), ("photo/5", "1"),
      ("photo/5", "1@N02/1"),
    ])
  func foreignCursor(selector: String, cursor: String) {
    let failure = ProviderFailure(.source, "\"\(cursor)\" is not a page of this listing")
    #expect(throws: failure) {
      try provider.pageRequest(for: PageQuery(selector: selector, cursor: cursor))
    }
  }

  @Test(
    "A Flickr source is searched in the order that was asked for, and else in that of upload",
    arguments: [
      (["text": "cat"], "date-posted-desc"), (["lat": "1"], "date-posted-desc"),
      (["text": "cat", "sort": "relevance"], "relevance"), (["lat": "1", "lon": "2"], nil),
      (["lat": "1", "lon": "2", "sort": "date-posted-asc"], "date-posted-asc"),
    ])
  func order(parameters: [String: String], sort: String?) throws {
    let query = PageQuery(selector: "search", parameters: parameters)
    #expect(value("sort", of: try provider.pageRequest(for: query)) == sort)
  }

  @Test("A Flickr source asks for JSON, names the key's setting and wants every size's address")
  func common() throws {
    let request = try provider.pageRequest(for: PageQuery(selector: "recent"))
    #expect(value("format", of: request) == "json")
    #expect(value("nojsoncallback", of: request) == "1")
    #expect(value("page", of: request) == "1")
    #expect(request.parameters.contains(.init("api_key", setting: "key")))
    let extras = Set(value("extras", of: request)?.split(separator: ",").map(String.init) ?? [])
    let letters = "sq t s q m n w z c l h k 3k 4k f 5k 6k o".split(separator: " ")
    #expect(extras.isSuperset(of: letters.map { "url_\($0)" }))
    let facts = "date_taken date_upload owner_name description license tags geo media path_alias"
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

  @Test("After a first page that was short for a limit, a Flickr listing is read in full pages")
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

  @Test("A Flickr source is asked for where the setting says")
  func endpoint() throws {
    let settings = ["endpoint": "http://127.0.0.1:8080/rest"]
    let request = try provider.pageRequest(for: PageQuery(selector: "recent", settings: settings))
    #expect(request.url == "http://127.0.0.1:8080/rest")
  }

  @Test(
    "A Flickr source blames the setting for an endpoint that is none",
    arguments: ["", "a", "ftp://a/", "http://a/?b"])
  func badEndpoint(endpoint: String) {
    #expect {
      try provider.pageRequest(for: PageQuery(selector: "recent", settings: ["endpoint": endpoint]))
    } throws: {
      ($0 as? ProviderFailure)?.kind == .setting
    }
  }

  @Test(
    "A Flickr source is none otherwise",
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

  @Test("A Flickr source that is no search takes no parameters")
  func parameters() {
    let failure = ProviderFailure(
      .source, "flickr:recent takes no parameters; only flickr:search does")
    #expect(throws: failure) {
      try provider.pageRequest(for: PageQuery(selector: "recent", parameters: ["tags": "cat"]))
    }
  }

  @Test("A Flickr source names the parameters that a search has where one is unknown")
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
    "A Flickr source takes no parameter without a value, and no word that Flickr would ignore",
    arguments: [
      ("tags", "", "has no value"), ("tag_mode", "al", "cannot be \"al\""),
      ("sort", "Relevance", "cannot be \"Relevance\""),
      ("license", "by-nc", "cannot be \"by-nc\""), ("license", "4,", "cannot be \"4,\""),
      ("min_upload_date", "yesterday", "cannot be \"yesterday\""),
      ("max_taken_date", "31.5.2024", "cannot be \"31.5.2024\""),
      ("bbox", "1,2,3", "cannot be \"1,2,3\""), ("lat", "48N", "cannot be \"48N\""),
      ("radius", "nan", "cannot be \"nan\""), ("has_geo", "yes", "cannot be \"yes\""),
      ("woe_id", "-1", "cannot be \"-1\""),
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
    "A Flickr source takes the words that a parameter has",
    arguments: ["relevance", "date-taken-asc"])
  func word(sort: String) throws {
    let parameters = ["tags": "a,b", "tag_mode": "all", "sort": sort]
    let request = try provider.pageRequest(
      for: PageQuery(selector: "search", parameters: parameters))
    #expect(value("sort", of: request) == sort && value("tag_mode", of: request) == "all")
  }

  @Test(
    "A Flickr source takes numbers and dates as Flickr does",
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

  @Test("A Flickr source searches for something", arguments: [[:], ["tags": ""]])
  func parameterless(parameters: [String: String]) {
    #expect(throws: ProviderFailure.self) {
      try provider.pageRequest(for: PageQuery(selector: "search", parameters: parameters))
    }
  }

  @Test(
    "A Flickr source refuses a cursor that is no page",
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
