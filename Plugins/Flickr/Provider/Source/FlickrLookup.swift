import ProviderKit

/// The call that finds the NSID of a name: an account's (flickr.urls.lookupUser) or a group's
/// (flickr.urls.lookupGroup).
struct FlickrLookup: Hashable {
  private let address: String
  private let isGroup: Bool

  /// The name of an account, as in `https://www.flickr.com/photos/NAME/`.
  init(account name: String) {
    address = "https://www.flickr.com/photos/\(name)/"
    isGroup = false
  }

  /// The name of a group, as in `https://www.flickr.com/groups/NAME/`.
  init(group name: String) {
    address = "https://www.flickr.com/groups/\(name)/"
    isGroup = true
  }

  var method: String { isGroup ? "flickr.urls.lookupGroup" : "flickr.urls.lookupUser" }

  var arguments: [(String, String)] { [("url", address)] }

  /// What is looked for, in words.
  var subject: String { isGroup ? "group" : "account" }

  /// A page without photos that leads to the listing's first: `{"user": {"id": "…@N01"}}`.
  /// - Throws: ``ProviderFailure`` with `.malformed` if there is no NSID in the answer.
  func page(_ answer: JSONValue) throws(ProviderFailure) -> Page {
    guard let id = answer[isGroup ? "group" : "user"]["id"].string, FlickrAccount.isNSID(id) else {
      throw ProviderFailure(.malformed, "flickr's answer to \(method) holds no NSID")
    }
    return Page(photos: [], next: FlickrCursor.first(of: id))
  }
}

extension FlickrSource {
  /// The call that is needed before the listing; nil if the source names nobody, or an NSID.
  var lookup: FlickrLookup? {
    switch self {
    case .user(let name) where !FlickrAccount.isNSID(name),
      .favorites(let name) where !FlickrAccount.isNSID(name),
      .album(_, owner: let name?) where !FlickrAccount.isNSID(name):
      FlickrLookup(account: name)
    case .group(let name) where !FlickrAccount.isNSID(name): FlickrLookup(group: name)
    case .recent, .photo, .user, .favorites, .group, .gallery, .album, .search: nil
    }
  }

  /// The same source by the NSID that a look-up found.
  func resolved(to id: String) -> FlickrSource {
    switch self {
    case .user: .user(id)
    case .favorites: .favorites(id)
    case .group: .group(id)
    case .album(let album, owner: _?): .album(album, owner: id)
    case .recent, .photo, .gallery, .album, .search: self
    }
  }
}
