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

  /// Its kind in words.
  var subject: String { isGroup ? "group" : "account" }

  /// A page without photos whose cursor is the listing's first: `{"user": {"id": "…@N01"}}`.
  /// - Throws: ``ProviderFailure`` with `.malformed` if the answer contains no NSID.
  func page(_ answer: JSONValue) throws(ProviderFailure) -> Page {
    guard let id = answer[isGroup ? "group" : "user"]["id"].string, FlickrAccount.isNSID(id) else {
      throw ProviderFailure(.malformed, "flickr's answer to \(method) holds no NSID")
    }
    return Page(photos: [], next: FlickrCursor.first(of: id))
  }
}

extension FlickrSource {
  /// The lookup before the listing; nil if the source has no account or an NSID.
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

  /// The same source with the NSID.
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

/// An account or a group: its NSID, or the name in its address.
enum FlickrAccount {
  /// `12345678@N00`, as calls require. A name must be looked up first.
  static func isNSID(_ text: String) -> Bool {
    let halves = text.split(separator: "@", omittingEmptySubsequences: false)
    guard halves.count == 2, halves[1].first == "N", text.utf8.count <= 40 else { return false }
    return [halves[0], halves[1].dropFirst()].allSatisfy { digits in
      !digits.isEmpty && digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
  }

  /// Whether this can be a name in an address: letters, digits, `_` and `-`.
  static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 100
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: "-_".utf8.contains(byte)
        }
      }
  }
}
