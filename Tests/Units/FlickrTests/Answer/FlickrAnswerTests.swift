import FlickrProvider
import ProviderKit
import Testing

@Suite("Answers of Flickr")
struct FlickrAnswerTests {
  @Test(
    "An answer of Flickr is parsed, with or without a JSONP wrapper",
    arguments: ["jsonFlickrApi(", "f (", "\u{FEFF}", " \n", "/**/cb("])
  func wrappings(opening: String) throws {
    let body = opening + FlickrRecording.lastOfRecent + (opening.contains("(") ? ");" : "")
    #expect(try list(body).photos.map(\.id) == ["51035555246"])
  }

  @Test(
    "A response 200 without an answer of Flickr is a temporary failure",
    arguments: [
      ("", "flickr sent an empty answer instead of JSON"),
      ("<html>Too many requests</html>", "flickr sent a page of HTML instead of JSON"),
      ("oops", "flickr sent 4 bytes that are not a JSON object instead of JSON"),
      (
        "{\"photos\":{\"photo\":[",
        "flickr sent 20 bytes that are not a JSON object instead of JSON"
      ),
    ])
  func unreadable(body: String, message: String) {
    #expect(throws: ProviderFailure(.retryLater, message)) { try list(body) }
  }

  @Test(
    "An answer of Flickr over a JSON limit is reported as such, and not retried",
    arguments: [
      ("", "the answer's JSON is nested deeper than 128 levels"),
      ("cb(", "the answer's JSON is nested deeper than 128 levels"),
    ])
  func nested(opening: String, message: String) {
    let body = opening + "{\"photos\":\"<html>\",\"a\":" + String(repeating: "[", count: 200) + ")"
    #expect(throws: ProviderFailure(.malformed, message)) { try list(body) }
  }

  @Test("A truncated JSON answer of Flickr that ends in markup is not reported as HTML")
  func cutMarkup() {
    let body = "{\"photos\":{\"photo\":[{\"description\":\"<b>"
    #expect(
      throws: ProviderFailure(
        .retryLater,
        "flickr sent \(body.utf8.count) bytes that are not a JSON object instead of JSON")
    ) { try list(body) }
  }

  @Test("An answer of Flickr with more entries than a page may have is refused")
  func entries() {
    let entries = String(repeating: "{},", count: 10_001)
    #expect(
      throws: ProviderFailure(.malformed, "flickr's page has more than 10000 entries")
    ) { try list("{\"photos\":{\"photo\":[\(entries)]}}") }
  }

  @Test("An answer that is not Flickr's ends the listing with a hint about the endpoint")
  func otherServer() throws {
    let answer = Answer(status: 404, body: "<html>Not Found</html>")
    let failure = try #require(throws: ProviderFailure.self) {
      try FlickrProvider().page(from: answer, for: PageQuery(selector: "recent"))
    }
    #expect(failure.kind == .source)
    #expect(failure.message == "flickr sent a page of HTML with HTTP status 404")
    #expect(failure.hint == "check the setting flickr.endpoint")
  }

  @Test(
    "An error of Flickr fails the listing, or in a call for a photo only the photo",
    arguments: [
      (
        0, "Sorry, the Flickr API service is not currently available.", Kind.retryLater,
        Kind.retryLater
      ),
      (0, "something else", .source, .photo),
      (1, "User not found", .source, .photo),
      (2, "Permission denied", .source, .photo),
      (5, "User deleted", .source, .photo),
      (4, "Members only", .source, .photo),
      (10, "Sorry, the Flickr search API is not currently available", .source, .photo),
      (95, "SSL is required", .setting, .setting),
      (96, "Invalid signature", .setting, .setting),
      (99, "User not logged in", .setting, .setting),
      (100, "Invalid API Key (Key has invalid format)", .setting, .setting),
      (105, "Service currently unavailable", .retryLater, .retryLater),
      (106, "Write operation failed", .retryLater, .retryLater),
      (112, "Method \"x\" not found", .unsupported, .unsupported),
      (201, "Sorry, the Flickr API service is not currently available.", .retryLater, .retryLater),
    ] as [(Int, String, Kind, Kind)])
  func failures(code: Int, message: String, listing: Kind, photo: Kind) throws {
    let said = message.replacing("\"", with: "\\\"")
    let body = "{\"stat\":\"fail\",\"code\":\"\(code)\",\"message\":\"\(said)\"}"
    let ofListing = try #require(throws: ProviderFailure.self) { try list(body) }
    #expect(ofListing.kind == listing)
    #expect(ofListing.message == "flickr says: \(message)")
    #expect(ofListing.code == code)
    let ofPhoto = try #require(throws: ProviderFailure.self) {
      try FlickrProvider().renditions(
        from: Answer(body: body), for: PhotoQuery(photo: Photo(id: "1", owner: "")))
    }
    #expect(ofPhoto.kind == photo)
  }

  @Test("An error of Flickr that search is unavailable is temporary")
  func searchDown() throws {
    let query = PageQuery(selector: "search", parameters: ["tags": "cat"])
    let answer = Answer(body: "{\"stat\":\"fail\",\"code\":10,\"message\":\"not now\"}")
    let failure = try #require(throws: ProviderFailure.self) {
      try FlickrProvider().page(from: answer, for: query)
    }
    #expect(failure.kind == .retryLater)
  }

  @Test("An error of Flickr may be XML, invalid JSON or empty")
  func otherForms() throws {
    let xml = """
      <?xml version="1.0" encoding="utf-8" ?>
      <rsp stat="fail"><err code="100" msg="Invalid API Key" /></rsp>
      """
    let failure = ProviderFailure(
      .setting, "flickr says: Invalid API Key", code: 100,
      hint: "check FLICKR_API_KEY; keys are made at https://www.flickr.com/services/api/keys/")
    #expect(throws: failure) { try list(xml) }
    #expect(throws: failure) {
      try list("{\"stat\":\"fail\",\"code\":100,\"message\":\"Invalid API Key\",}")
    }
    #expect(throws: ProviderFailure(.source, "flickr says: error 0", code: 0)) {
      try list("{\"stat\":\"fail\"}")
    }
  }

  @Test("A photo whose title mentions a Flickr error is not reported as an error")
  func quotedFailure() throws {
    let about = "<rsp stat='fail'><err code='100' msg='x' />"
    let body = """
      {"photos":{"pages":1,"photo":[{"id":"1","description":{"_content":"\(about)"}}]}}
      """
    #expect(try list(body).photos.map(\.about) == [about])
  }

  @Test("An unknown Flickr account is reported with how accounts are named")
  func nickname() throws {
    let body = "{\"stat\":\"fail\",\"code\":1,\"message\":\"User not found\"}"
    let failure = try #require(throws: ProviderFailure.self) {
      try FlickrProvider().resolution(
        from: Answer(body: body), for: PageQuery(selector: "user/bees", cursor: "shown-name"))
    }
    #expect(failure.hint?.contains("NSID") == true)
    let album = try #require(throws: ProviderFailure.self) {
      try FlickrProvider().page(from: Answer(body: body), for: PageQuery(selector: "album/1"))
    }
    #expect(album.hint?.contains("/albums/NUMBER") == true)
  }

  @Test("The message of Flickr in a 4xx response is kept")
  func failureWithStatus() {
    let body = "{\"stat\":\"fail\",\"code\":1,\"message\":\"User not found\"}"
    #expect(throws: ProviderFailure(.source, "flickr says: User not found", code: 1)) {
      try FlickrProvider().page(
        from: Answer(status: 404, body: body), for: PageQuery(selector: "recent"))
    }
  }

  typealias Kind = ProviderFailure.Kind

  private func list(_ body: String) throws -> Page {
    try FlickrProvider().page(from: Answer(body: body), for: PageQuery(selector: "recent"))
  }
}
