import Foundation
import ProviderKit

/// A short address whose code is not an id: `https://flic.kr/s/aHsjBq1234`. Where it leads is looked up by
/// following its redirect.
struct FlickrShortAddress: Hashable {
  /// `s` for an album, `y` for a gallery, `ps` for an account.
  let kind: String
  let code: String

  /// Nil if the parts of the path are no such address.
  init?(_ path: [String]) {
    guard path.count == 2, ["s", "y", "ps"].contains(path[0]),
      (1...64).contains(path[1].utf8.count),
      path[1].utf8.allSatisfy({ byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: false
        }
      })
    else { return nil }
    (kind, code) = (path[0], path[1])
  }

  /// `short/s/CODE`.
  var selector: String { "short/\(kind)/\(code)" }

  /// Without a key: it is another host's than the API's.
  /// - Throws: ``ProviderFailure`` with `.setting` for a setting that is not an address.
  func request(settings: [String: String]) throws(ProviderFailure) -> RequestDescription {
    let base = settings["short"] ?? Manifest.flickrShort
    guard base.hasPrefix("https://") || base.hasPrefix("http://"), base.hasSuffix("/"),
      !base.contains("?"), !base.contains("#")
    else {
      throw ProviderFailure(
        .setting,
        "the address of short links \"\(base)\" is not an http or https address with / at its end")
    }
    return RequestDescription(url: base + "\(kind)/\(code)")
  }

  /// The selector of the page that it leads to, or a further look-up if that contains the name of an account.
  /// - Throws: ``ProviderFailure`` with `.source` if it leads to no page that can be mirrored.
  func resolution(
    _ answer: Answer, settings: [String: String]
  ) throws(ProviderFailure) -> Resolution {
    let site = URLComponents(string: settings["short"] ?? "")?.host?.lowercased()
    guard let url = answer.url,
      let selector = try? FlickrAddress(url, orAt: site)?.selector, !selector.hasPrefix("short/")
    else {
      throw ProviderFailure(
        .source, "https://flic.kr/\(kind)/\(code) leads to no page that can be mirrored",
        hint: "open it in a browser and use the address that the browser shows")
    }
    let parts = selector.split(separator: "/").map(String.init)
    // An album is found by its id alone.
    if parts.count == 3, parts[0] == "album" { return Resolution(value: "album/\(parts[2])") }
    if parts.count == 2, parts[0] == "user", !FlickrAccount.isNSID(parts[1]) {
      return Resolution(value: nil, next: parts[1])
    }
    return Resolution(value: selector)
  }
}
