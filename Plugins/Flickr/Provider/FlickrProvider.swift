import ProviderKit

/// Flickr and compatible servers (https://www.flickr.com/services/api/).
///
/// A listing call requests the addresses of all sizes, so that five hundred photos cost one call;
/// `flickr.photos.getSizes` is for photos without addresses in the listing.
package struct FlickrProvider: PhotoProvider {
  package let manifest = Manifest.flickr

  /// A provider without state.
  package init() {}

  package func selector(claiming address: String) throws -> String? {
    try FlickrAddress(address)?.selector
  }

  package func pageRequest(for query: PageQuery) throws -> RequestDescription {
    switch try FlickrStep(query) {
    case .lookup(let lookup):
      return try request(calling: lookup.method, lookup.arguments, settings: query.settings)
    case .photo(let source):
      return try request(calling: source.method, source.arguments, settings: query.settings)
    case .listing(let source, let cursor):
      let length = cursor.pageLength
      let arguments =
        source.arguments + [
          ("extras", FlickrExtras.all), ("per_page", "\(length)"), ("page", "\(cursor.number)"),
        ]
      return try request(calling: source.method, arguments, settings: query.settings)
    }
  }

  package func page(from answer: Answer, for query: PageQuery) throws -> Page {
    let step = try FlickrStep(query)
    let content = try FlickrAnswer(answer, to: step.question).content
    var page = try page(from: content, of: step)
    let site = Photo.site(of: endpoint(in: query.settings))
    for index in page.photos.indices { page.photos[index].site = site }
    return page
  }

  private func page(from content: JSONValue, of step: FlickrStep) throws -> Page {
    switch step {
    case .lookup(let lookup): try lookup.page(content)
    case .photo: try FlickrInfo(content).page()
    case .listing(let source, let cursor):
      try FlickrListing(content, of: source, at: cursor).page()
    }
  }

  package func renditionsRequest(for query: PhotoQuery) throws -> RequestDescription {
    let arguments = [("photo_id", query.photo.id)]
    return try request(
      calling: "flickr.photos.getSizes", arguments, settings: query.settings)
  }

  package func renditions(from answer: Answer, for query: PhotoQuery) throws -> [Rendition] {
    let content = try FlickrAnswer(answer, to: .sizes).content
    return try FlickrSizes(content, of: query.photo).renditions()
  }

  private func request(
    calling method: String, _ arguments: [(String, String)], settings: [String: String]
  ) throws -> RequestDescription {
    let endpoint = endpoint(in: settings)
    guard endpoint.hasPrefix("https://") || endpoint.hasPrefix("http://"),
      !endpoint.contains("?"), !endpoint.contains("#")
    else {
      throw ProviderFailure(
        .setting, "the endpoint \"\(endpoint)\" is not an http or https address without a query",
        hint: "the default is \(Manifest.flickrEndpoint)")
    }
    return RequestDescription(
      url: endpoint,
      parameters: [.init("method", method), .init("api_key", setting: "key")]
        + arguments.map { .init($0, $1) }
        + [.init("format", "json"), .init("nojsoncallback", "1")])
  }

  private func endpoint(in settings: [String: String]) -> String {
    settings["endpoint"] ?? Manifest.flickrEndpoint
  }
}
