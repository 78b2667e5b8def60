import ProviderKit

/// Searches of Openverse, a catalogue of openly licensed pictures of many sites.
public struct OpenverseProvider: PhotoProvider {
  /// The longest page without a registered key.
  static let pageLength = 20

  public let manifest = Manifest(
    name: "openverse", version: "0.1.0",
    summary: "searches of Openverse, a catalogue of openly licensed pictures",
    sources: [
      .init(usage: "search?q=QUERY", summary: "the pictures that are found, some hundreds at most"),
      .init(
        usage: "search?q=QUERY&license=by,cc0&source=flickr",
        summary: "the same of these licences and sites; also creator, tags, extension, size"),
      .init(usage: "image/ID", summary: "one picture"),
    ],
    settings: [
      .init(
        name: "api", summary: "address of the interface",
        defaultValue: "https://api.openverse.org/v1"),
      .init(
        name: "token", summary: "an access token, with which the site answers more calls",
        environment: "OPENVERSE_TOKEN", isSecret: true),
    ],
    addresses: [
      "https://openverse.org/search/image?q=QUERY", "https://openverse.org/image/ID",
    ], sizes: ["Original"],
    limits: [
      SiteLimit(requests: 20, per: .minute, unless: "token"),
      SiteLimit(requests: 200, per: .day, unless: "token"),
      SiteLimit(requests: 100, per: .minute), SiteLimit(requests: 10_000, per: .day),
    ])

  /// The provider, without state.
  public init() {}

  public func selector(claiming address: String) throws -> String? {
    // The pages of the site begin with a language.
    guard
      let match = address.wholeMatch(
        of:
          /https?:\/\/(?:www\.)?openverse\.org\/(?:[a-z]{2}(?:-[a-z]{2})?\/)?(search|image)\/?([^#]*)/
      )
    else { return nil }
    let rest = match.2
    if match.1 == "image" {
      let id = String(rest.prefix { !"/?".contains($0) })
      guard OpenverseSource.isID(id) else {
        throw ProviderFailure(.source, "the page has no id of a picture")
      }
      return "image/\(id)"
    }
    guard let mark = rest.firstIndex(of: "?") else {
      throw ProviderFailure(.source, "the address has no search terms")
    }
    let pairs = rest[rest.index(after: mark)...].split(separator: "&").filter { pair in
      OpenverseSource.names.contains { pair.hasPrefix($0 + "=") }
    }
    guard !pairs.isEmpty else {
      throw ProviderFailure(.source, "the address has no search terms")
    }
    return "search?" + pairs.joined(separator: "&")
  }

  public func pageRequest(for query: PageQuery) throws -> RequestDescription {
    let source = try OpenverseSource(query)
    guard let address = query.settings["api"], address.isWebAddress else {
      throw ProviderFailure(.setting, "openverse.api is no web address")
    }
    let api = address.hasSuffix("/") ? String(address.dropLast()) : address
    let token = Authorization(.bearer, token: "token", isOptional: true)
    switch source {
    case .image(let id):
      return RequestDescription(url: "\(api)/images/\(id)/", authorization: token)
    case .search(let terms):
      let length = min(max(query.limit ?? Self.pageLength, 1), Self.pageLength)
      return RequestDescription(
        url: "\(api)/images/",
        parameters: terms.map { .init($0.key, $0.value) } + [
          .init("page_size", "\(length)"), .init("page", "\(try number(query.cursor))"),
        ], authorization: token)
    }
  }

  public func page(from answer: Answer, for query: PageQuery) throws -> Page {
    let site = Photo.site(of: query.settings["api"] ?? "")
    let value = try OpenverseAnswer.object(answer)
    guard case .search = try OpenverseSource(query) else {
      guard let photo = OpenversePicture(value, site: site)?.photo else {
        throw ProviderFailure(.malformed, "the answer has no picture")
      }
      return Page(photos: [photo], extent: .complete)
    }
    return try page(of: value, number: try number(query.cursor), site: site)
  }

  private func page(of value: JSONValue, number: Int, site: String?) throws -> Page {
    guard case .array(let results) = value["results"] else {
      throw ProviderFailure(.malformed, "the answer has no results")
    }
    var page = Page(photos: [], total: value["result_count"].int, extent: .complete)
    for (index, result) in results.enumerated() {
      guard let picture = OpenversePicture(result, site: site) else {
        page.refused.append("result \(index + 1) of the page has no id or no address")
        continue
      }
      page.photos.append(picture.photo)
    }
    guard let last = value["page_count"].int else {
      page.close(.lost("the answer does not say how many pages there are"), at: nil)
      return page
    }
    guard number >= last else {
      page.next = "\(number + 1)"
      return page
    }
    // The site's last page is not the end of what it has found.
    let length = value["page_size"].int ?? Self.pageLength
    if let found = page.total, found > last * length {
      page.close(
        .cut(
          "Openverse found \(found) pictures, and lists the first \(last * length):"
            + " narrow the search by license, source, creator or extension"), at: nil)
    }
    return page
  }

  private func number(_ cursor: String?) throws -> Int {
    guard let cursor else { return 1 }
    guard let number = Int(cursor), (2...100_000).contains(number) else {
      throw ProviderFailure(.malformed, "the listing has no such page")
    }
    return number
  }
}

/// What a selector names.
enum OpenverseSource {
  case search([(key: String, value: String)])
  case image(String)

  /// The terms of a search; others would be ignored by the site, which then finds more.
  static let names = [
    "aspect_ratio", "category", "creator", "extension", "license", "license_type", "mature", "q",
    "size", "source", "tags", "title",
  ]

  /// - Throws: ``ProviderFailure`` with `.source`.
  init(_ query: PageQuery) throws {
    let parts = query.selector.split(separator: "/", omittingEmptySubsequences: false).map(
      String.init)
    switch (parts.first, parts.count) {
    case ("image", 2) where Self.isID(parts[1]) && query.parameters.isEmpty: self = .image(parts[1])
    case ("search", 1):
      let terms = query.parameters.sorted { $0.key < $1.key }
      if let unknown = terms.first(where: { !Self.names.contains($0.key) }) {
        throw ProviderFailure(
          .source, "Openverse cannot search by \"\(unknown.key.cleaned(to: 80))\"",
          hint: "it can by \(Self.names.joined(separator: ", "))")
      }
      guard terms.contains(where: { !$0.value.isEmpty }) else { fallthrough }
      self = .search(terms)
    default:
      throw ProviderFailure(
        .source, "\"\(query.selector.cleaned(to: 80))\" is no search or picture",
        hint: "write openverse:search?q=QUERY or openverse:image/ID")
    }
  }

  static func isID(_ text: String) -> Bool {
    text.utf8.count == 36 && text.allSatisfy { $0.isHexDigit && $0.isASCII || $0 == "-" }
  }
}
