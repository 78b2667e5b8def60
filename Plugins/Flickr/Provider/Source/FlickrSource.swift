import ProviderKit

/// A feed of Flickr and the call that lists it.
enum FlickrSource: Hashable {
  case recent
  /// A single photo, by its id.
  case photo(String)
  case user(String)
  case favorites(String)
  case group(String)
  case gallery(String)
  case album(String, owner: String?)
  case search([String: String])

  /// - Throws: ``ProviderFailure`` with `.source` if the query names no feed.
  init(_ query: PageQuery) throws(ProviderFailure) {
    let parts = query.selector.split(separator: "/", omittingEmptySubsequences: false)
      .map(String.init)
    guard !parts.contains(where: \.isEmpty) else { throw FlickrSource.unknown(query.selector) }
    switch (parts.first, parts.count) {
    case ("recent", 1): self = .recent
    case ("photo", 2) where FlickrAddress.isNumber(parts[1]): self = .photo(parts[1])
    case ("user", 2): self = .user(parts[1])
    case ("favorites", 2): self = .favorites(parts[1])
    case ("group", 2): self = .group(parts[1])
    case ("gallery", 2): self = .gallery(parts[1])
    case ("album", 2): self = .album(parts[1], owner: nil)
    case ("album", 3): self = .album(parts[2], owner: parts[1])
    case ("search", 1):
      self = .search(try SearchParameters.checked(query.parameters))
      return
    default: throw FlickrSource.unknown(query.selector)
    }
    guard lookup == nil || parts[1...].allSatisfy(FlickrAccount.isName) else {
      throw FlickrSource.unknown(query.selector)
    }
    guard query.parameters.isEmpty else {
      throw ProviderFailure(
        .source, "flickr:\(query.selector) takes no parameters; only flickr:search does")
    }
  }

  var method: String {
    switch self {
    case .recent: "flickr.photos.getRecent"
    case .photo: "flickr.photos.getInfo"
    case .user: "flickr.people.getPublicPhotos"
    case .favorites: "flickr.favorites.getPublicList"
    case .group: "flickr.groups.pools.getPhotos"
    case .gallery: "flickr.galleries.getPhotos"
    case .album: "flickr.photosets.getPhotos"
    case .search: "flickr.photos.search"
    }
  }

  var arguments: [(String, String)] {
    switch self {
    case .recent: []
    case .photo(let id): [("photo_id", id)]
    case .user(let id), .favorites(let id): [("user_id", id)]
    case .group(let id): [("group_id", id)]
    case .gallery(let id): [("gallery_id", id)]
    case .album(let id, owner: nil): [("photoset_id", id)]
    case .album(let id, let owner?): [("photoset_id", id), ("user_id", owner)]
    case .search(let parameters): parameters.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
  }

  /// Number of results after which Flickr repeats itself; nil if it does not.
  var resultLimit: Int? {
    switch self {
    case .recent: 1000
    case .search: SearchWindow.resultLimit
    case .photo, .user, .favorites, .group, .gallery, .album: nil
    }
  }

  /// Whether this is a single photo, which has no listing.
  var isPhoto: Bool { if case .photo = self { true } else { false } }

  /// Nil if this is no search, or its results are not in the order of upload.
  var window: SearchWindow? {
    guard case .search(let parameters) = self else { return nil }
    return SearchWindow(parameters)
  }

  /// The search from an upload date on, or the whole search.
  /// - Throws: ``ProviderFailure`` with `.source` if the date is outside of this source.
  func from(_ start: Int?) throws(ProviderFailure) -> FlickrSource {
    guard let start else { return self }
    guard case .search(var parameters) = self, let window, window.contains(start) else {
      throw ProviderFailure(.source, "this listing does not go on from an upload date \(start)")
    }
    parameters[window.parameter] = "\(start)"
    return .search(parameters)
  }

  private static func unknown(_ selector: String) -> ProviderFailure {
    ProviderFailure(
      .source, "flickr has no source \"\(selector)\"",
      hint: "it has " + Manifest.flickr.sources.map(\.usage).joined(separator: ", "))
  }
}
