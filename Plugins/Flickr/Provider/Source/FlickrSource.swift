import Foundation
import ProviderKit

/// A feed of Flickr and the call that lists it.
enum FlickrSource: Hashable {
  case recent
  /// The photos that Flickr chose for a day; nil for the latest.
  case explore(String?)
  /// A single photo, by its id.
  case photo(String)
  case user(String)
  /// Photos in which somebody is.
  case person(String)
  case favorites(String)
  case group(String)
  case gallery(String)
  case album(String, owner: String?)
  case search([String: String])
  /// What names further listings.
  case directory(FlickrDirectory, of: String)
  /// A short address before it is looked up.
  case short(FlickrShortAddress)

  /// - Throws: ``ProviderFailure`` with `.source` if the query names no feed.
  init(_ query: PageQuery) throws(ProviderFailure) {
    let parts = query.selector.split(separator: "/", omittingEmptySubsequences: false)
      .map { $0.removingPercentEncoding ?? String($0) }
    guard !parts.contains(where: \.isEmpty) else { throw FlickrSource.unknown(query.selector) }
    if parts.first == "short", let resolved = query.resolved {
      guard !resolved.hasPrefix("short/"), query.parameters.isEmpty else {
        throw FlickrSource.unknown(query.selector)
      }
      self = try FlickrSource(PageQuery(selector: resolved))
      return
    }
    if parts == ["search"] {
      self = .search(try SearchParameters.checked(query.parameters))
      return
    }
    guard let source = FlickrSource(parts), source.names.allSatisfy(source.isPlausible) else {
      throw FlickrSource.unknown(query.selector)
    }
    guard query.parameters.isEmpty else {
      throw ProviderFailure(
        .source, "flickr:\(query.selector) takes no parameters; only flickr:search does")
    }
    self = source
  }

  /// Nil if the parts of a selector name no feed, or a search with parameters.
  private init?(_ parts: [String]) {
    switch (parts.first, parts.count) {
    case ("recent", 1): self = .recent
    case ("explore", 1): self = .explore(nil)
    case ("explore", 2) where FlickrSource.isDay(parts[1]): self = .explore(parts[1])
    case ("photo", 2) where FlickrAddress.isNumber(parts[1]): self = .photo(parts[1])
    case ("user", 2): self = .user(parts[1])
    case ("person", 2): self = .person(parts[1])
    case ("favorites", 2): self = .favorites(parts[1])
    case ("group", 2): self = .group(parts[1])
    case ("gallery", 2): self = .gallery(parts[1])
    case ("album", 2): self = .album(parts[1], owner: nil)
    case ("album", 3): self = .album(parts[2], owner: parts[1])
    case ("albums", 2): self = .directory(.albums, of: parts[1])
    case ("galleries", 2): self = .directory(.galleries, of: parts[1])
    case ("contacts", 2): self = .directory(.contacts, of: parts[1])
    case ("collections", 2): self = .directory(.collection("0"), of: parts[1])
    case ("collection", 3) where FlickrDirectory.isCollection(parts[2]):
      self = .directory(.collection(parts[2]), of: parts[1])
    case ("short", 3):
      guard let short = FlickrShortAddress(Array(parts[1...])) else { return nil }
      self = .short(short)
    case ("tag", 2): self = .search(["tags": parts[1], "sort": "date-posted-desc"])
    default: return nil
    }
  }

  /// The account or group in it: an NSID or a name.
  var name: String? {
    switch self {
    case .user(let name), .person(let name), .favorites(let name), .group(let name),
      .album(_, owner: let name?), .directory(_, of: let name):
      name
    case .recent, .explore, .photo, .gallery, .album, .search, .short: nil
    }
  }

  private var names: [String] { name.map { [$0] } ?? [] }

  /// A group has a name as in its address; an account has one, and another that it shows.
  private func isPlausible(_ name: String) -> Bool {
    guard case .group = self else {
      return FlickrAccount.isNSID(name) || FlickrAccount.isShownName(name)
    }
    return FlickrAccount.isNSID(name) || FlickrAccount.isName(name)
  }

  var method: String { method(isSignedIn: false) }

  /// Some calls exist twice, for what everybody and for what the account that is signed in may see.
  func method(isSignedIn: Bool) -> String {
    switch self {
    case .recent: "flickr.photos.getRecent"
    case .explore: "flickr.interestingness.getList"
    case .photo: "flickr.photos.getInfo"
    case .user: isSignedIn ? "flickr.people.getPhotos" : "flickr.people.getPublicPhotos"
    case .person: "flickr.people.getPhotosOf"
    case .favorites: isSignedIn ? "flickr.favorites.getList" : "flickr.favorites.getPublicList"
    case .group: "flickr.groups.pools.getPhotos"
    case .gallery: "flickr.galleries.getPhotos"
    case .album: "flickr.photosets.getPhotos"
    case .search: "flickr.photos.search"
    case .directory(let directory, _): directory.method(isSignedIn: isSignedIn)
    case .short: ""
    }
  }

  var arguments: [(String, String)] {
    switch self {
    case .recent, .explore(nil), .short: []
    case .explore(let day?): [("date", day)]
    case .photo(let id): [("photo_id", id)]
    case .user(let id), .favorites(let id), .person(let id): [("user_id", id)]
    case .group(let id): [("group_id", id)]
    case .gallery(let id): [("gallery_id", id), ("get_gallery_info", "1")]
    case .album(let id, owner: nil): [("photoset_id", id)]
    case .album(let id, let owner?): [("photoset_id", id), ("user_id", owner)]
    case .search(let parameters): parameters.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    case .directory(let directory, let id): directory.arguments(of: id)
    }
  }

  private static func unknown(_ selector: String) -> ProviderFailure {
    ProviderFailure(
      .source, "flickr has no source \"\(selector)\"",
      hint: "it has " + Manifest.flickr.sources.map(\.usage).joined(separator: ", "))
  }

  /// `2024-05-31`.
  private static func isDay(_ text: String) -> Bool {
    text.utf8.count == 10 && Photo.takenAt(from: text + " 00:00:00") != nil
  }
}

extension FlickrSource {
  /// Number of results after which Flickr repeats itself; nil if it does not.
  var resultLimit: Int? {
    switch self {
    case .recent: 1000
    case .search, .favorites: DateWindow.resultLimit
    case .photo, .user, .group, .gallery, .album, .explore, .person, .directory, .short: nil
    }
  }

  /// What was uploaded last, or is shown today: nothing follows from a photo's absence.
  var extent: Extent? {
    switch self {
    case .recent, .explore: .window
    default: nil
    }
  }

  /// Whether photos are only added at its front; otherwise its owner or Flickr orders it.
  var growsAtFront: Bool {
    switch self {
    case .recent, .user, .favorites, .group, .search: true
    case .photo, .gallery, .album, .explore, .person, .directory, .short: false
    }
  }

  /// Whether the comparison of its pages can show that none of its photos is missing. Photos of a search in
  /// another order may move to any place of it.
  var canBeShown: Bool {
    if case .search(let parameters) = self {
      parameters["sort"] == "date-posted-desc"
    } else {
      true
    }
  }

  /// The date by which it is ordered: when a photo was uploaded, or came into it.
  var dateMember: String {
    switch self {
    case .favorites: "date_faved"
    case .group: "dateadded"
    default: "dateupload"
    }
  }

  /// Nil if its results are not in the order of their dates, or Flickr gives all of them.
  var window: DateWindow? {
    switch self {
    case .search(let parameters): DateWindow(search: parameters)
    case .favorites: .favorites
    default: nil
    }
  }

  /// The listing from a date on, as further arguments.
  /// - Throws: ``ProviderFailure`` with `.source` if the date is outside of this source.
  func from(_ start: Int?) throws(ProviderFailure) -> [(String, String)] {
    guard let start else { return arguments }
    guard let window, window.contains(start) else {
      throw ProviderFailure(.source, "this listing cannot continue from the upload date \(start)")
    }
    return (arguments.filter { $0.0 != window.parameter } + [(window.parameter, "\(start)")])
      .sorted { $0.0 < $1.0 }
  }

  /// The same source with the NSID.
  func resolved(to id: String) -> FlickrSource {
    switch self {
    case .user: .user(id)
    case .person: .person(id)
    case .favorites: .favorites(id)
    case .group: .group(id)
    case .album(let album, owner: _?): .album(album, owner: id)
    case .directory(let directory, _): .directory(directory, of: id)
    case .recent, .explore, .photo, .gallery, .album, .search, .short: self
    }
  }
}
