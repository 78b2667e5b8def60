import Foundation

/// A web address of Flickr's that stands for a feed: an account's photos, or an album.
struct FlickrAddress {
  let selector: String

  /// Nil where the address is not one of them, such as that of a single photo.
  init?(_ address: String) {
    guard let parts = URLComponents(string: address),
      let scheme = parts.scheme?.lowercased(), ["http", "https"].contains(scheme),
      let host = parts.host?.lowercased(), FlickrAddress.hosts.contains(host)
    else { return nil }
    let path = parts.path.split(separator: "/").map(String.init)
    guard path.count >= 2, path[0] == "photos", FlickrAddress.isAccount(path[1]) else { return nil }
    switch path.count {
    case 2:
      selector = "user/\(path[1])"
    case 4 where ["albums", "sets"].contains(path[2]) && path[3].allSatisfy(\.isASCIIDigit):
      selector = "album/\(path[1])/\(path[3])"
    default:
      return nil
    }
  }

  private static let hosts: Set = ["www.flickr.com", "flickr.com", "m.flickr.com"]

  /// An NSID such as `12345678@N00`. A nickname stands for one only after a call, which a claim
  /// cannot make.
  private static func isAccount(_ text: String) -> Bool {
    let halves = text.split(separator: "@", omittingEmptySubsequences: false)
    guard halves.count == 2, halves[1].first == "N" else { return false }
    return [halves[0], halves[1].dropFirst()].allSatisfy { digits in
      !digits.isEmpty && digits.allSatisfy(\.isASCIIDigit)
    }
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
