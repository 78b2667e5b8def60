import Foundation
import ProviderKit

/// The source that a web address of Flickr stands for.
///
/// The forms are those of Flickr's pages; a name instead of an NSID is kept and looked up by the
/// first step of the listing.
struct FlickrAddress {
  let selector: String

  /// Nil if the address is not a page of Flickr's.
  /// - Parameter site: A host that has the same pages.
  /// - Throws: ``ProviderFailure`` with `.source` for a page that is not a feed, or not one yet.
  init?(_ address: String, orAt site: String? = nil) throws(ProviderFailure) {
    guard let parts = URLComponents(string: address),
      let scheme = parts.scheme?.lowercased(), ["http", "https"].contains(scheme),
      let host = parts.host?.lowercased()
    else { return nil }
    var path = parts.path.split(separator: "/").map(String.init)
    if host == "flic.kr" {
      selector = try FlickrAddress.short(path, address)
      return
    }
    if let id = FlickrAddress.file(path, at: host) {
      selector = "photo/\(id)"
      return
    }
    guard FlickrAddress.hosts.contains(host) || host == site, path.first != "services" else {
      return nil
    }
    if path.last?.wholeMatch(of: /page[0-9]+/) != nil { path.removeLast() }
    // A photo within an album or a group's pool.
    if path.count > 3, path[path.count - 2] == "with", FlickrAddress.isNumber(path[path.count - 1])
    {
      path.removeLast(2)
    }
    let query = parts.queryItems ?? []
    guard let selector = try FlickrAddress.page(path, query) else {
      throw FlickrAddress.unsupported(address)
    }
    self.selector = selector
  }

  private static let hosts: Set = ["www.flickr.com", "flickr.com", "m.flickr.com"]

  /// Pages of an account that list albums or galleries, and the sources for them.
  private static let overviews = [
    "albums": "albums", "sets": "albums", "galleries": "galleries", "collections": "collections",
  ]

  /// Nil if the page is no feed.
  private static func page(
    _ path: [String], _ query: [URLQueryItem]
  ) throws(ProviderFailure) -> String? {
    switch (path.first, path.count) {
    case ("photos", 3) where path[1] == "tags":
      return "search?tags=" + FlickrSearchAddress.encoded(path[2])
    case ("people", 3) where path[2] == "photosof" && isAccount(path[1]):
      return "person/\(path[1])"
    case ("photo", 3) where isNumber(path[2]): return "photo/\(path[2])"
    case ("explore", 1): return "explore"
    case ("explore", 4): return "explore/" + path[1...].joined(separator: "-")
    case ("photos", 2...), ("people", 2...): return account(path[1], Array(path[2...]))
    case ("groups", 2),
      ("groups", 3) where path.count == 2 || path[2] == "pool":
      return isAccount(path[1]) ? "group/\(path[1])" : nil
    case ("search", 1): return try FlickrSearchAddress.selector(query)
    case ("photo.gne", 1), ("photo_zoom.gne", 1), ("video_download.gne", 1): return photo(query)
    default: return nil
    }
  }

  /// The source for a page of an account.
  private static func account(_ name: String, _ rest: [String]) -> String? {
    guard isAccount(name), name != "tags" else { return nil }
    switch (rest.first, rest.count) {
    case (nil, 0): return "user/\(name)"
    case (let list?, 1) where overviews[list] != nil: return "\(overviews[list] ?? "")/\(name)"
    case ("collections", 2):
      return FlickrDirectory.isCollection(rest[1]) ? "collection/\(name)/\(rest[1])" : nil
    case ("favorites", 1), ("faves", 1): return "favorites/\(name)"
    case ("albums", 2), ("sets", 2): return isNumber(rest[1]) ? "album/\(name)/\(rest[1])" : nil
    case ("galleries", 2), ("gallery", 2): return isNumber(rest[1]) ? "gallery/\(rest[1])" : nil
    // `/in/album-1`, `/sizes/l`: the same photo in another context.
    case (let id?, _): return isNumber(id) ? "photo/\(id)" : nil
    default: return nil
    }
  }

  /// The old address of a photo's page.
  private static func photo(_ query: [URLQueryItem]) -> String? {
    let short = query.first { $0.name == "short" }?.value.flatMap(Base58.number)
    let id = query.first { $0.name == "id" }?.value ?? short.map { "\($0)" }
    return id.flatMap { isNumber($0) ? "photo/\($0)" : nil }
  }

  /// `flic.kr/p/CODE` is a photo; the codes of albums (`s`), galleries (`y`) and accounts (`ps`) cannot be
  /// converted to ids and are looked up. A guest pass needs a browser's session.
  private static func short(_ path: [String], _ address: String) throws(ProviderFailure) -> String {
    if path.count == 2, path[0] == "p", let id = Base58.number(path[1]) { return "photo/\(id)" }
    if let short = FlickrShortAddress(path) { return short.selector }
    throw ProviderFailure(
      .source, "\(address) is a short address that leads to no page that everybody can see",
      hint: "open it in a browser and use the address that the browser shows")
  }

  /// The photo of an image's own address, old hosts included: `…/SERVER/ID_SECRET_b.jpg`,
  /// `…/video/ID/SECRET/1080p.mp4`; nil for other addresses.
  private static func file(_ path: [String], at host: String) -> String? {
    let hasImages =
      host.hasSuffix(".staticflickr.com") || host.hasSuffix("static.flickr.com")
      || host.wholeMatch(of: /photos[0-9]+\.flickr\.com/) != nil
    guard hasImages, let name = path.last else { return nil }
    if path.first == "video", path.count > 2 { return isNumber(path[1]) ? path[1] : nil }
    return name.prefixMatch(of: /([0-9]{1,20})_[0-9a-f]+/).map { String($0.1) }
  }

  private static func isAccount(_ text: String) -> Bool {
    FlickrAccount.isNSID(text) || FlickrAccount.isName(text)
  }

  /// An id: digits.
  static func isNumber(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 20 && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }

  private static func unsupported(_ address: String) -> ProviderFailure {
    ProviderFailure(
      .source, "\(address) is not a page that can be mirrored",
      hint:
        "use the page of a photo, of an account, of its favorites, of one album or gallery,"
        + " of a group or of a tag, or a search; all of them need an API key")
  }
}

/// The short form of a photo's id in `https://flic.kr/p/…`
/// (https://www.flickr.com/services/api/misc.urls.html).
enum Base58 {
  private static let digits = Array("123456789abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ")

  /// Nil if the text is not such a number, or is larger than any id.
  static func number(_ text: String) -> UInt64? {
    guard !text.isEmpty else { return nil }
    var number: UInt64 = 0
    for character in text {
      guard let digit = digits.firstIndex(of: character) else { return nil }
      let (product, isTooLarge) = number.multipliedReportingOverflow(by: 58)
      let (sum, overflows) = product.addingReportingOverflow(UInt64(digit))
      guard !isTooLarge, !overflows else { return nil }
      number = sum
    }
    return number
  }
}
