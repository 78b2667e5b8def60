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
    #expect(request.value("method") == expected.first)
    #expect(request.value("page") == "7")
    #expect(request.value("per_page") == "500")
  }

  @Test("A Flickr request asks for JSON and every size's address, and names the key's setting")
  func common() throws {
    let request = try provider.pageRequest(for: PageQuery(selector: "recent"))
    #expect(request.value("format") == "json")
    #expect(request.value("nojsoncallback") == "1")
    #expect(request.value("page") == "1")
    #expect(request.parameters.contains(.init("api_key", setting: "key")))
    let extras = Set(request.value("extras")?.split(separator: ",").map(String.init) ?? [])
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
    let request = try provider.pageRequest(for: PageQuery(selector: "recent", limit: limit))
    #expect(request.value("per_page") == expected && request.value("page") == "1")
  }

  @Test("After a short first page for a limit, a Flickr listing continues in full pages")
  func shortPage() throws {
    let body = """
      {"photos":{"page":1,"pages":9,"perpage":5,"total":41,"photo":[{"id":"1"}]},"stat":"ok"}
      """
    var query = PageQuery(selector: "recent", limit: 5)
    #expect(try provider.page(from: Answer(body: body), for: query).next == "1")
    let empty = body.replacing("{\"id\":\"1\"}", with: "")
    #expect(try provider.page(from: Answer(body: empty), for: query).next == "1")
    let only = body.replacing("\"pages\":9", with: "\"pages\":1")
    #expect(try provider.page(from: Answer(body: only), for: query).next == nil)
    query.cursor = "1"
    let request = try provider.pageRequest(for: query)
    #expect(request.value("per_page") == "500" && request.value("page") == "1")
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

  private static let common: Set = [
    "method", "api_key", "extras", "per_page", "page", "format", "nojsoncallback",
  ]
}

extension RequestDescription {
  /// The value of a parameter; nil if the request has none of this name.
  func value(_ name: String) -> String? { parameters.first { $0.name == name }?.value }
}
