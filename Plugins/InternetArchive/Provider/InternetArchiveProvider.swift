import ProviderKit

/// The pictures of items of the Internet Archive: the files that were uploaded, each with its digest.
public struct InternetArchiveProvider: PhotoProvider {
  /// Items of one page: each needs a request, and a page may have 256.
  static let pageLength = 100

  public let manifest = Manifest(
    name: "archive", version: "0.1.0", summary: "items and collections of the Internet Archive",
    sources: [
      .init(usage: "item/ID", summary: "the pictures of an item"),
      .init(usage: "collection/ID", summary: "the pictures of all items of a collection"),
      .init(usage: "search?q=QUERY", summary: "the pictures of all items that are found"),
    ],
    settings: [
      .init(name: "site", summary: "address of the site", defaultValue: "https://archive.org")
    ],
    addresses: ["https://archive.org/details/ID"], sizes: ["Original"], formats: ["tiff", "jp2"])

  /// The provider, without state.
  public init() {}

  public func selector(claiming address: String) throws -> String? {
    let match = address.wholeMatch(
      of: /https?:\/\/(?:www\.)?archive\.org\/(?:details|download)\/([A-Za-z0-9_.-]+)\/?/)
    return match.map { "item/\($0.1)" }
  }

  public func pageRequest(for query: PageQuery) throws -> RequestDescription {
    let source = try ArchiveSource(query)
    let site = try site(query)
    switch source {
    case .item(let id): return RequestDescription(url: "\(site)/metadata/\(id)")
    case .search(let terms):
      let place = try ArchivePlace(query.cursor)
      var parameters: [RequestDescription.Parameter] = [
        .init("q", terms), .init("fields", "identifier"), .init("count", "\(Self.pageLength)"),
      ]
      if let cursor = place.cursor { parameters.append(.init("cursor", cursor)) }
      return RequestDescription(url: "\(site)/services/search/v1/scrape", parameters: parameters)
    }
  }

  public func page(from answer: Answer, for query: PageQuery) throws -> Page {
    try page(from: answer, further: [], for: query)
  }

  public func page(from answer: Answer, further: [Answer], for query: PageQuery) throws -> Page {
    let site = try site(query)
    guard case .search = try ArchiveSource(query) else {
      var page = Page(photos: [], extent: .complete)
      try ArchiveItem(answer, site: site).add(to: &page)
      return page
    }
    let found = try ArchiveItem.object(answer)
    guard case .array(let items) = found["items"] else {
      let said = found["error"].string?.cleaned(to: 200) ?? "the answer has no items"
      throw ProviderFailure(.malformed, said)
    }
    let names = items.prefix(Self.pageLength).compactMap { $0["identifier"].string }
      .filter(ArchiveSource.isItem)
    if further.isEmpty, !names.isEmpty {
      return Page(
        photos: [], more: names.map { RequestDescription(url: "\(site)/metadata/\($0)") })
    }
    return try page(of: names, items.count, further, found, query)
  }

  private func page(
    of names: [String], _ count: Int, _ answers: [Answer], _ found: JSONValue, _ query: PageQuery
  ) throws -> Page {
    var page = Page(photos: [], extent: .complete)
    for (name, answer) in zip(names, answers) {
      do {
        try ArchiveItem(answer, site: try site(query)).add(to: &page)
      } catch let failure as ProviderFailure where failure.kind == .source {
        page.skipped.append(
          SkippedEntry(id: name, kind: "item", reason: "the archive does not show it"))
      } catch let failure as ProviderFailure {
        page.refused.append("item \(name): \(failure.message)")
      }
    }
    let place = try ArchivePlace(query.cursor)
    page.close(Self.step(found, after: place, count), at: place.cursor)
    page.next = page.next.map { "\(place.count + count):\($0)" }
    return page
  }

  /// The last answer has no cursor, and all items have been listed by then: the archive's search also ends like this
  /// when it runs out of time.
  private static func step(
    _ found: JSONValue, after place: ArchivePlace, _ count: Int
  ) -> ListingStep {
    guard count <= pageLength else { return .lost("the archive lists more items than asked for") }
    if let next = found["cursor"].string, !next.isEmpty { return .next(next) }
    guard let total = found["total"].int else {
      return .lost("the archive does not say how many items there are")
    }
    let listed = place.count + count
    return listed < total ? .cut("the archive listed \(listed) of \(total) items") : .end
  }

  private func site(_ query: PageQuery) throws -> String {
    guard let address = query.settings["site"], address.isWebAddress else {
      throw ProviderFailure(.setting, "archive.site is no web address")
    }
    return address.hasSuffix("/") ? String(address.dropLast()) : address
  }
}

/// A cursor of a search: how many items were listed before, and the site's cursor.
struct ArchivePlace {
  var count = 0
  var cursor: String?

  init(_ text: String?) throws {
    guard let text else { return }
    let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
    guard parts.count == 2, let count = Int(parts[0]), (0...1_000_000_000).contains(count) else {
      throw ProviderFailure(.malformed, "the search has no such page")
    }
    (self.count, cursor) = (count, parts[1])
  }
}
