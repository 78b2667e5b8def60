import ProviderKit
import WebText

/// The pictures of NASA's image library (https://images.nasa.gov).
public struct NASAImagesProvider: PhotoProvider {
  static let pageLength = 100
  /// The site shows so many entries of a search.
  static let mostEntries = 10_000

  public let manifest = Manifest(
    name: "nasa", version: "0.1.0", summary: "pictures of NASA's image library",
    sources: [
      .init(usage: "search?q=QUERY", summary: "the pictures that are found"),
      .init(
        usage: "search?q=QUERY&center=JPL&year_start=2004&year_end=2006",
        summary: "the same of a centre and of years; also keywords, title, location, photographer"),
      .init(usage: "album/NAME", summary: "the pictures of an album"),
      .init(usage: "image/ID", summary: "one picture"),
    ],
    settings: [
      .init(
        name: "api", summary: "address of the interface",
        defaultValue: "https://images-api.nasa.gov")
    ],
    addresses: [
      "https://images.nasa.gov/details/ID", "https://images.nasa.gov/album/NAME",
      "https://images.nasa.gov/search?q=QUERY",
    ],
    sizes: ["Thumb", "Small", "Medium", "Large", "Original"],
    // The site states no limit: one a second is polite.
    limits: [SiteLimit(requests: 1, per: .second)], formats: ["tiff"])

  /// The provider, without state.
  public init() {}

  public func selector(claiming address: String) throws -> String? {
    guard
      let match = address.wholeMatch(
        of: /https?:\/\/images\.nasa\.gov\/(details|album|search)[\/-]?([^?#]*)(?:\?([^#]*))?/)
    else { return nil }
    let name = String(match.2)
    switch match.1 {
    case "details" where NASASource.isID(name.removingEscapes): return "image/\(name)"
    case "album" where !name.isEmpty: return "album/\(name)"
    case "search":
      let pairs = (match.3 ?? "").split(separator: "&").filter { pair in
        NASASource.names.contains { pair.hasPrefix($0 + "=") }
      }
      if !pairs.isEmpty { return "search?" + pairs.joined(separator: "&") }
    default: break
    }
    throw ProviderFailure(.source, "the page is no search, album or picture")
  }

  public func pageRequest(for query: PageQuery) throws -> RequestDescription {
    let source = try NASASource(query)
    let api = try api(query.settings)
    let page = RequestDescription.Parameter("page", "\(try number(query.cursor))")
    let isPicture = RequestDescription.Parameter("media_type", "image")
    switch source {
    case .search(let terms):
      let length = min(max(query.limit ?? Self.pageLength, 1), Self.pageLength)
      return RequestDescription(
        url: "\(api)/search",
        parameters: terms.map { .init($0.key, $0.value) } + [
          isPicture, .init("page_size", "\(length)"), page,
        ])
    case .image(let id):
      return RequestDescription(
        url: "\(api)/search", parameters: [.init("nasa_id", id), isPicture])
    case .album(let name):
      return RequestDescription(url: "\(api)/album/\(name.percentEncoded())", parameters: [page])
    }
  }

  public func page(from answer: Answer, for query: PageQuery) throws -> Page {
    let source = try NASASource(query)
    let collection = try NASAAnswer.collection(answer)
    var page = Page(photos: [], total: collection["metadata"]["total_hits"].int, extent: .complete)
    let items = collection["items"].array
    let site = Photo.site(of: try api(query.settings))
    for (index, value) in items.enumerated() {
      guard let item = NASAItem(value, site: site) else {
        page.refused.append("item \(index + 1) of the page has no id")
        continue
      }
      item.add(to: &page)
    }
    if case .image(let id) = source, page.photos.isEmpty {
      throw ProviderFailure(.source, "the library has no picture \"\(id.cleaned(to: 80))\"")
    }
    try close(&page, number: try number(query.cursor), of: collection, source)
    return page
  }

  private func close(
    _ page: inout Page, number: Int, of collection: JSONValue, _ source: NASASource
  ) throws {
    let hasNext = collection["links"].array.contains { $0["rel"].string == "next" }
    guard hasNext else {
      // The last page has no such link, and all has been listed by then.
      let listed = (number - 1) * Self.pageLength + collection["items"].array.count
      guard let total = page.total, listed < total else { return }
      return page.close(.cut("the library listed \(listed) of \(total) entries"), at: nil)
    }
    // The site answers with an error beyond this.
    guard case .search = source, (number + 1) * Self.pageLength > Self.mostEntries else {
      page.next = "\(number + 1)"
      return
    }
    page.close(
      .cut(
        "the library shows the first \(Self.mostEntries) of \(page.total ?? Self.mostEntries)"
          + " pictures: narrow the search by year_start, year_end or center"), at: nil)
  }

  /// The files of a picture whose listing names only a preview.
  public func renditionsRequest(for query: PhotoQuery) throws -> RequestDescription {
    RequestDescription(url: "\(try api(query.settings))/asset/\(query.photo.id.percentEncoded())")
  }

  public func renditions(from answer: Answer, for query: PhotoQuery) throws -> [Rendition] {
    let files = try NASAAnswer.collection(answer, isOfPhoto: true)["items"].array
    return NASAFile.renditions(files)
  }

  private func api(_ settings: [String: String]) throws -> String {
    guard let address = settings["api"], address.isWebAddress else {
      throw ProviderFailure(.setting, "nasa.api is no web address")
    }
    return address.hasSuffix("/") ? String(address.dropLast()) : address
  }

  private func number(_ cursor: String?) throws -> Int {
    guard let cursor else { return 1 }
    guard let number = Int(cursor), (2...Self.mostEntries).contains(number) else {
      throw ProviderFailure(.malformed, "the listing has no such page")
    }
    return number
  }
}
