import Foundation
import ProviderKit

/// The pictures of Wikimedia Commons: the uploaded files, each with its digest.
public struct CommonsProvider: PhotoProvider {
  /// The site refuses more for those who do not sign in.
  static let pageLength = 100

  public let manifest = Manifest(
    name: "commons", version: "0.1.0", summary: "files of Wikimedia Commons",
    sources: [
      .init(usage: "category/NAME", summary: "the pictures of a category, without those below it"),
      .init(usage: "user/NAME", summary: "what an account has uploaded"),
      .init(usage: "search?q=QUERY", summary: "the pictures that are found"),
    ],
    settings: [
      .init(
        name: "api", summary: "address of the interface",
        defaultValue: "https://commons.wikimedia.org/w/api.php")
    ],
    addresses: ["https://commons.wikimedia.org/wiki/Category:NAME"], sizes: ["Original"],
    // 200 a minute for a program that says who runs it.
    requestsPerHour: 6000,
    limits: [
      SiteLimit(requests: 200, per: .minute),
      // https://wikitech.wikimedia.org/wiki/Robot_policy
      SiteLimit(host: "upload.wikimedia.org", width: 2, bytesPerSecond: 3_000_000),
    ], needsContact: true, formats: ["tiff"])

  /// The provider, without state.
  public init() {}

  public func selector(claiming address: String) throws -> String? {
    guard
      let match = address.wholeMatch(
        of: /https?:\/\/commons\.(?:m\.)?wikimedia\.org\/wiki\/(Category|User):([^?#]+)/)
    else { return nil }
    return "\(match.1 == "User" ? "user" : "category")/\(match.2)"
  }

  public func pageRequest(for query: PageQuery) throws -> RequestDescription {
    try request(query, after: try query.cursor.map { try CommonsPlace($0) })
  }

  private func request(_ query: PageQuery, after place: CommonsPlace?) throws -> RequestDescription
  {
    let source = try CommonsSource(query)
    guard let url = query.settings["api"], url.isWebAddress else {
      throw ProviderFailure(.setting, "commons.api is no web address")
    }
    let limit = "\(min(max(query.limit ?? Self.pageLength, 10), Self.pageLength))"
    let own = source.parameters(limit: limit)
    let rest = place?.parameters ?? []
    let names = Set(rest.map(\.name))
    return RequestDescription(
      url: url,
      parameters: (Self.common + own).filter { !names.contains($0.name) } + rest)
  }

  private static let common: [RequestDescription.Parameter] = [
    .init("action", "query"), .init("format", "json"), .init("formatversion", "2"),
    .init("maxlag", "5"), .init("prop", "imageinfo"),
    .init("iiprop", "timestamp|user|url|size|sha1|mime|mediatype|extmetadata"),
    .init(
      "iiextmetadatafilter",
      "LicenseShortName|LicenseUrl|Artist|ImageDescription|ObjectName|DateTimeOriginal|GPSLatitude|GPSLongitude|Categories"
    ),
  ]

  public func page(from answer: Answer, for query: PageQuery) throws -> Page {
    try page(from: answer, further: [], for: query)
  }

  /// The site may spread what it says about the files of one page over several answers.
  public func page(from answer: Answer, further: [Answer], for query: PageQuery) throws -> Page {
    let answers = try ([answer] + further).map(CommonsAnswer.init)
    guard let last = answers.last else { throw ProviderFailure(.malformed, "there is no answer") }
    let place = last.next
    guard last.isComplete else {
      guard let place else { throw ProviderFailure(.malformed, "the answer is not complete") }
      return Page(photos: [], more: [try request(query, after: place)])
    }
    var page = Page(photos: [], extent: .complete)
    let files = CommonsFile.merged(answers.flatMap(\.files))
    for file in files { file.add(to: &page) }
    page.close(try CommonsSource(query).step(after: query.cursor, to: place), at: query.cursor)
    return page
  }
}

/// What a selector names.
enum CommonsSource {
  case category(String)
  case user(String)
  case search(String)

  /// - Throws: ``ProviderFailure`` with `.source`.
  init(_ query: PageQuery) throws {
    let parts = query.selector.split(separator: "/", maxSplits: 1).map(String.init)
    let name = (parts.count == 2 ? parts[1].removingPercentEncoding ?? parts[1] : "")
      .replacing("_", with: " ")
    let terms = query.parameters["q"] ?? ""
    switch (parts.first, name.isEmpty) {
    case ("category", false) where query.parameters.isEmpty: self = .category(name)
    case ("user", false) where query.parameters.isEmpty: self = .user(name)
    case ("search", true) where !terms.isEmpty && query.parameters.count == 1: self = .search(terms)
    default:
      throw ProviderFailure(
        .source, "\"\(query.selector.cleaned(to: 80))\" is no category, account or search",
        hint: "write commons:category/NAME, commons:user/NAME or commons:search?q=QUERY")
    }
  }

  /// What follows a page. An answer without a place to continue at is the last one
  /// (https://www.mediawiki.org/wiki/API:Continue), unless a search has given all that it gives of any.
  func step(after cursor: String?, to place: CommonsPlace?) throws -> ListingStep {
    if let place { return .next(place.cursor) }
    let offset = try cursor.map { try CommonsPlace($0) }?.offset ?? 0
    guard case .search = self, offset + CommonsProvider.pageLength >= Self.mostFound else {
      return .end
    }
    return .cut("the site lists the first \(Self.mostFound) files that a search finds")
  }

  /// https://www.mediawiki.org/wiki/API:Search
  private static let mostFound = 10_000

  func parameters(limit: String) -> [RequestDescription.Parameter] {
    switch self {
    case .category(let name):
      // By the time of adding: what is added meanwhile comes after the place of reading.
      [
        .init("generator", "categorymembers"), .init("gcmtitle", "Category:\(name)"),
        .init("gcmtype", "file"), .init("gcmlimit", limit), .init("gcmsort", "timestamp"),
        .init("gcmdir", "newer"),
      ]
    case .user(let name):
      [
        .init("generator", "allimages"), .init("gaisort", "timestamp"), .init("gaiuser", name),
        .init("gaidir", "newer"), .init("gailimit", limit),
      ]
    case .search(let terms):
      [
        .init("generator", "search"), .init("gsrnamespace", "6"), .init("gsrsearch", terms),
        .init("gsrlimit", limit),
      ]
    }
  }
}
