import FlickrProvider
import ProviderKit
import Testing

@Suite("A Flickr search of more than 4000 photos")
struct SearchWindowTests {
  /// A realistic upload time.
  private static let start = 1_615_900_000

  /// This many photos in each second.
  private static func uploads(_ count: Int, perSecond: Int = 1) -> [Int] {
    (0..<count).map { start + $0 / perSecond }
  }

  @Test(
    "A Flickr search of more than 4000 photos is listed completely, with its full total",
    arguments: [nil, "date-posted-desc", "date-posted-asc"], [250, 500])
  func whole(sort: String?, perPage: Int) throws {
    let site = SearchSite(uploads: Self.uploads(9300), perPage: perPage)
    var parameters = ["tags": "cat"]
    parameters["sort"] = sort
    let listed = try site.list(parameters)
    #expect(Set(listed.ids) == site.all)
    // The photo at each of the two bounds is listed twice.
    #expect(listed.ids.count == 9302)
    #expect(listed.refused == [] && listed.totals == [9300])
    let (bound, other) = ("max_upload_date", "min_upload_date")
    let isAscending = sort == "date-posted-asc"
    let dates = isAscending ? [3999, 7998] : [5300, 1301]
    #expect(
      listed.values(of: isAscending ? other : bound)
        == [nil] + dates.map { "\(Self.start + $0)" })
    #expect(listed.values(of: isAscending ? bound : other) == [nil])
  }

  @Test(
    "A Flickr search of more than 4000 photos ends at a window's end, below or at the limit",
    arguments: [3999, 4000, 7999])
  func edges(count: Int) throws {
    let site = SearchSite(uploads: Self.uploads(count))
    let listed = try site.list()
    #expect(Set(listed.ids) == site.all && listed.refused == [])
    #expect(listed.requests.count == (count > 4000 ? 16 : 8))
  }

  @Test(
    "A Flickr search of more than 4000 photos lists all of many photos of one second",
    arguments: [7, 300, 500, 1000, 1700, 3500],
    ["date-posted-desc", "date-posted-asc"])
  func seconds(perSecond: Int, sort: String) throws {
    let site = SearchSite(uploads: Self.uploads(9300, perSecond: perSecond))
    let listed = try site.list(["tags": "cat", "sort": sort])
    #expect(Set(listed.ids) == site.all && listed.refused == [])
  }

  @Test("A Flickr search of more than 4000 photos is complete although hidden photos shorten pages")
  func hidden() throws {
    let site = SearchSite(uploads: Self.uploads(9300, perSecond: 3), hiddenEvery: 7)
    let listed = try site.list()
    #expect(Set(listed.ids) == site.all && listed.refused == [] && listed.totals == [9300])
  }

  @Test(
    "A Flickr search reports a second with more than 4000 photos and continues after it",
    arguments: ["date-posted-desc", "date-posted-asc"])
  func crowdedSecond(sort: String) throws {
    let crowd = Array(repeating: Self.start + 3000, count: 4500)
    let later = (3001..<6000).map { Self.start + $0 }
    let site = SearchSite(uploads: Self.uploads(3000) + crowd + later)
    let listed = try site.list(["tags": "cat", "sort": sort])
    #expect(
      listed.refused == [
        "flickr lists only 4000 of the photos uploaded at 2021-03-16T13:56:40Z"
      ])
    let missing = site.all.subtracting(listed.ids)
    #expect(missing.count == 500 && missing.isSubset(of: 3000..<7500))
  }

  @Test("A Flickr search of one second with more than 4000 photos ends with a note")
  func onlySecond() throws {
    let site = SearchSite(uploads: Array(repeating: Self.start, count: 4500))
    let date = "\(Self.start)"
    let listed = try site.list(["min_upload_date": date, "max_upload_date": date])
    #expect(Set(listed.ids).count == 4000 && listed.refused.count == 1)
    #expect(listed.requests.count == 8)
  }

  @Test(
    "A Flickr search of more than 4000 photos without upload dates ends with a note",
    arguments: [nil, 0, -1, Int.max] as [Int?])
  func noDates(said: Int?) throws {
    let site = SearchSite(uploads: Self.uploads(9300), said: { _ in said })
    let listed = try site.list()
    #expect(Set(listed.ids).count == 4000 && listed.requests.count == 8)
    #expect(
      listed.refused == [
        "flickr lists no more photos of this search, and no upload date to continue from"
      ])
  }

  @Test("A Flickr search tolerates single missing or wrong upload dates", arguments: [nil, 0, 1])
  func strayDate(said: Int?) throws {
    // Some are on the last page of the first window; those at the end of that page have no date, or
    // 0.
    let strays = [Self.start + 5400, Self.start + 5300 + (said == 1 ? 1 : 0)]
    let site = SearchSite(
      uploads: Self.uploads(9300), said: { strays.contains($0) ? said : $0 })
    let listed = try site.list()
    #expect(Set(listed.ids) == site.all && listed.refused == [])
  }

  @Test(
    "A Flickr search of more than 4000 photos stays within the requested dates",
    arguments: ["date-posted-desc", "date-posted-asc"])
  func bounds(sort: String) throws {
    let site = SearchSite(uploads: Self.uploads(9300))
    let (first, last) = (Self.start + 100, Self.start + 9099)
    let listed = try site.list([
      "sort": sort, "min_upload_date": "\(first)", "max_upload_date": "\(last)",
    ])
    #expect(Set(listed.ids) == Set(100...9099) && listed.refused == [])
    #expect(listed.totals == [9000])
    let isAscending = sort == "date-posted-asc"
    #expect(
      listed.values(of: isAscending ? "max_upload_date" : "min_upload_date")
        == ["\(isAscending ? last : first)"])
  }

  @Test(
    "A Flickr search does not continue from a date outside the requested dates",
    arguments: [
      ("date-posted-desc", "1615900000", 1_615_900_001, nil),
      ("date-posted-desc", "1615900000", 1_615_899_999, "1:1615899999:9300"),
      ("date-posted-asc", "1615900000", 1_615_899_999, nil),
      ("date-posted-asc", "1615900000", 1_615_900_001, "1:1615900001:9300"),
      // Flickr does not document the time zone of these: 2021-03-16 is 1615852800 in UTC.
      ("date-posted-desc", "2021-03-16 13:06:40", 1_615_999_999, nil),
      ("date-posted-desc", "2021-03-16 13:06:40", 1_615_930_000, "1:1615930000:9300"),
      ("date-posted-asc", "2021-03-16", 1_615_766_399, nil),
      ("date-posted-asc", "2021-03-16", 1_615_830_000, "1:1615830000:9300"),
      // An invalid date is not a bound.
      ("date-posted-desc", "2021-16-03", 1_615_930_000, "1:1615930000:9300"),
    ] as [(String, String, Int, String?)])
  func asked(sort: String, bound: String, listed: Int, next: String?) throws {
    let name = sort == "date-posted-desc" ? "max_upload_date" : "min_upload_date"
    let query = PageQuery(
      selector: "search", parameters: ["sort": sort, name: bound], cursor: "8")
    let page = try page(of: query, "{\"id\":\"1\",\"dateupload\":\"\(listed)\"}")
    #expect(page.next == next && page.refused.isEmpty == (next != nil))
  }

  @Test("A Flickr search resumes within a later window, with the original bounds and total")
  func resumed() throws {
    let parameters = ["tags": "cat", "min_upload_date": "2021-01-01"]
    let query = PageQuery(
      selector: "search", parameters: parameters, cursor: "3:1615900000:13300")
    let request = try FlickrProvider().pageRequest(for: query)
    let expected = [
      "max_upload_date": "1615900000", "min_upload_date": "2021-01-01", "page": "3",
      "sort": "date-posted-desc", "tags": "cat",
    ]
    for (name, value) in expected { #expect(request.parameters.contains(.init(name, value))) }
    let page = try page(of: query, "{\"id\":\"1\",\"dateupload\":\"1615800000\"}")
    #expect(page.next?.hasPrefix("4:1615900000:13300;") == true && page.total == 13300)
  }

  @Test(
    "A Flickr search refuses a cursor of another listing",
    arguments: [
      ("recent", [:], "1:1615900000"), ("user/1@N02", [:], "1:1615900000"),
      ("search", ["tags": "cat", "sort": "relevance"], "1:1615900000"),
      ("search", ["max_upload_date": "1615900000"], "2:1615900001:9300"),
      ("search", ["min_upload_date": "1615900000"], "2:1615899999:9300"),
      ("search", ["tags": "cat"], "1:0"),
    ])
  func foreign(selector: String, parameters: [String: String], cursor: String) throws {
    let query = PageQuery(selector: selector, parameters: parameters, cursor: cursor)
    let failure = try #require(throws: ProviderFailure.self) {
      try FlickrProvider().pageRequest(for: query)
    }
    #expect(failure.kind == .source)
    #expect(failure.message.hasPrefix("this listing cannot continue from the upload date "))
  }

  @Test(
    "A Flickr search refuses the cursor of a page that Flickr would repeat",
    arguments: ["9", "9:1615900000:9300", "cut"])
  func beyond(cursor: String) {
    let query = PageQuery(selector: "search", parameters: ["tags": "cat"], cursor: cursor)
    let failure = ProviderFailure(
      .source, "\"\(cursor)\" is past the last page of this listing")
    #expect(throws: failure) { try page(of: query, "{\"id\":\"1\"}") }
  }

  @Test(
    "A Flickr search in another order ends with a note that Flickr lists only 4000 photos",
    arguments: [
      ["sort": "relevance"], ["sort": "interestingness-desc"], ["sort": "date-taken-asc"],
      ["lat": "52.5", "lon": "13.4"],
    ])
  func otherOrders(parameters: [String: String]) throws {
    let site = SearchSite(uploads: Self.uploads(9300))
    let listed = try site.list(parameters)
    #expect(
      listed.refused == [
        "flickr lists only the first 4000 of the 9300 photos of this search in this order; "
          + "sort=date-posted-desc lists all"
      ])
    #expect(listed.ids.count == 4000 && listed.totals == [4000])
    // A caller that wants 4000 photos never reads the page with the note. Nothing is requested
    // beyond the limit.
    #expect(listed.values(of: "page") == (1...8).map { "\($0)" } + ["1"])
    #expect(try SearchSite(uploads: Self.uploads(4000)).list(parameters).refused == [])
  }

  /// A page of 9300 photos.
  private func page(of query: PageQuery, _ photo: String) throws -> Page {
    let body =
      "{\"photos\":{\"pages\":19,\"perpage\":500,\"total\":\"9300\",\"photo\":[\(photo)]}}"
    return try FlickrProvider().page(from: Answer(body: body), for: query)
  }
}
