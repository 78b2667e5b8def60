import ProviderKit

/// The call that finds the NSID of a name: an account's by its address (flickr.urls.lookupUser), then by
/// the name that it shows (flickr.people.findByUsername); a group's (flickr.urls.lookupGroup); that of
/// the account that is signed in (flickr.test.login).
enum FlickrLookup: Hashable {
  /// The name of an account, as in `https://www.flickr.com/photos/NAME/`.
  case account(String)
  /// The name that an account shows, which several may have had.
  case shownName(String)
  /// The name of a group, as in `https://www.flickr.com/groups/NAME/`.
  case group(String)
  case ownAccount
  /// Where a short address leads.
  case short(FlickrShortAddress)

  /// The cursor of the second look-up.
  private static let byShownName = "shown-name"

  /// The look-up that a source needs; nil if it has no account or an NSID.
  /// - Throws: ``ProviderFailure`` with `.source` for a cursor of something else.
  init?(of source: FlickrSource, cursor: String?) throws(ProviderFailure) {
    if case .short(let short) = source {
      // The second step looks up the name of the account that the page belongs to.
      self = cursor.map { .account($0) } ?? .short(short)
      return
    }
    guard let name = source.name, !FlickrAccount.isNSID(name) else { return nil }
    guard cursor == nil || cursor == FlickrLookup.byShownName else {
      throw ProviderFailure(.source, "\"\(cursor ?? "")\" is no look-up")
    }
    if case .group = source {
      self = .group(name)
    } else if name == "me" {
      self = .ownAccount
    } else {
      let isByAddress = cursor == nil && FlickrAccount.isName(name)
      self = isByAddress ? .account(name) : .shownName(name)
    }
  }

  var method: String {
    switch self {
    case .account: "flickr.urls.lookupUser"
    case .shownName: "flickr.people.findByUsername"
    case .group: "flickr.urls.lookupGroup"
    case .ownAccount: "flickr.test.login"
    case .short: ""
    }
  }

  var arguments: [(String, String)] {
    switch self {
    case .account(let name): [("url", "https://www.flickr.com/photos/\(name)/")]
    case .shownName(let name): [("username", name)]
    case .group(let name): [("url", "https://www.flickr.com/groups/\(name)/")]
    case .ownAccount, .short: []
    }
  }

  /// Its kind in words.
  var subject: String { if case .group = self { "group" } else { "account" } }

  /// `{"user": {"id": "…@N01", "username": {"_content": "…"}}}`.
  /// - Throws: ``ProviderFailure`` with `.malformed` if the answer contains no NSID.
  func resolution(_ answer: JSONValue) throws(ProviderFailure) -> Resolution {
    let found = answer[subject == "group" ? "group" : "user"]
    guard let id = found["id"].string ?? found["nsid"].string, FlickrAccount.isNSID(id) else {
      throw ProviderFailure(.malformed, "flickr's answer to \(method) has no NSID")
    }
    return Resolution(value: id, name: found["username"].string ?? found["groupname"].string)
  }

  /// The look-up after one that found nothing; nil after the last.
  var following: Resolution? {
    if case .account = self { Resolution(value: nil, next: FlickrLookup.byShownName) } else { nil }
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

  /// Whether an account may show this name: any text without control characters.
  static func isShownName(_ text: String) -> Bool {
    text.isName() && text.first != " " && text.last != " "
  }
}
