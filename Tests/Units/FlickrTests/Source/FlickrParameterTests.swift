import FlickrProvider
import ProviderKit
import Testing

@Suite("The parameters of a Flickr source")
struct FlickrParameterTests {
  private let provider = FlickrProvider()

  @Test(
    "A Flickr source refuses the cursor of another kind of source",
    arguments: ["1", "7"])
  func foreignCursor(cursor: String) {
    let failure = ProviderFailure(.source, "\"\(cursor)\" is not a page of this listing")
    #expect(throws: failure) {
      try provider.pageRequest(for: PageQuery(selector: "photo/5", cursor: cursor))
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
    #expect(try provider.pageRequest(for: query).value("sort") == sort)
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
    #expect(request.value("sort") == sort && request.value("tag_mode") == "all")
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
    #expect(try provider.pageRequest(for: query).value(name) == given)
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
      "first", "1@N02/1",
    ])
  func cursors(cursor: String) {
    #expect(throws: ProviderFailure(.source, "\"\(cursor)\" is not the number of a page")) {
      try provider.pageRequest(for: PageQuery(selector: "recent", cursor: cursor))
    }
  }
}
