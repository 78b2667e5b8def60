import ProviderKit

/// The call for a page query.
enum FlickrStep {
  case listing(FlickrSource, FlickrCursor, arguments: [(String, String)])
  /// One photo, which has no listing.
  case photo(FlickrSource)
  case directory(FlickrDirectory, owner: String, FlickrDirectoryCursor)

  /// - Throws: ``ProviderFailure`` with `.source` if there is no such source or page, or its name was not
  ///   looked up.
  init(_ query: PageQuery) throws(ProviderFailure) {
    let named = try FlickrSource(query)
    if case .short(let short) = named {
      throw ProviderFailure(.source, "the short address \(short.selector) was not looked up")
    }
    if case .photo = named {
      guard query.cursor == nil else { throw FlickrStep.foreign(query.cursor ?? "") }
      self = .photo(named)
      return
    }
    if case .directory(let directory, _) = named {
      let owner = try FlickrStep.source(named, query.resolved).name ?? ""
      self = .directory(directory, owner: owner, try FlickrDirectoryCursor(query.cursor))
      return
    }
    let cursor = try FlickrCursor(query.cursor, limit: query.limit)
    let source = try FlickrStep.source(named, query.resolved)
    self = .listing(source, cursor, arguments: try source.from(cursor.start))
  }

  private static func needsLookup(_ source: FlickrSource) -> Bool {
    source.name.map { !FlickrAccount.isNSID($0) } ?? false
  }

  private static func source(
    _ named: FlickrSource, _ resolved: String?
  ) throws(ProviderFailure) -> FlickrSource {
    guard needsLookup(named) else { return named }
    guard let resolved, FlickrAccount.isNSID(resolved) else {
      throw ProviderFailure(.source, "the name \"\(named.name ?? "")\" was not looked up")
    }
    return named.resolved(to: resolved)
  }

  /// The kind of answer, which determines the meaning of Flickr's error codes.
  var question: FlickrAnswer.Question {
    switch self {
    case .listing(let source, _, _), .photo(let source): .listing(source)
    case .directory(let directory, let owner, _): .listing(.directory(directory, of: owner))
    }
  }

  private static func foreign(_ cursor: String) -> ProviderFailure {
    ProviderFailure(.source, "\"\(cursor)\" is not a page of this listing")
  }
}
