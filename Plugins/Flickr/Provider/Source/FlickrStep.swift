import ProviderKit

/// The call for a page query.
enum FlickrStep {
  /// A lookup of the name in the source: its calls take only NSIDs.
  case lookup(FlickrLookup)
  case listing(FlickrSource, FlickrCursor)
  /// One photo, which has no listing.
  case photo(FlickrSource)

  /// - Throws: ``ProviderFailure`` with `.source` if there is no such source or page.
  init(_ query: PageQuery) throws(ProviderFailure) {
    let cursor = try FlickrCursor(query.cursor, limit: query.limit)
    let source = try FlickrSource(query)
    if let lookup = source.lookup, query.cursor == nil {
      self = .lookup(lookup)
    } else if source.isPhoto, query.cursor == nil {
      self = .photo(source)
    } else if source.isPhoto || (source.lookup == nil) != (cursor.account == nil) {
      throw FlickrStep.foreign(cursor)
    } else {
      let resolved = cursor.account.map(source.resolved) ?? source
      self = .listing(try resolved.from(cursor.start), cursor)
    }
  }

  /// The kind of answer, which determines the meaning of Flickr's error codes.
  var question: FlickrAnswer.Question {
    switch self {
    case .lookup(let lookup): .lookup(lookup)
    case .listing(let source, _), .photo(let source): .listing(source)
    }
  }

  private static func foreign(_ cursor: FlickrCursor) -> ProviderFailure {
    ProviderFailure(.source, "\"\(cursor.text)\" is not a page of this listing")
  }
}
