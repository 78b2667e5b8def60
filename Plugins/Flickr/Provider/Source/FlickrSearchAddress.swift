import Foundation
import ProviderKit
import WebText

/// Converts the address of Flickr's search page, `https://www.flickr.com/search/?text=cat`, to a
/// search of the API: most parameters have the same names.
enum FlickrSearchAddress {
  /// Parameters that only affect the page's appearance.
  private static let ignored: Set = ["view_all", "advanced", "view", "ytcheck", "new_session", "m"]

  /// - Throws: ``ProviderFailure`` with `.source` for a parameter that the API does not have:
  ///   without it the search would find more.
  static func selector(_ query: [URLQueryItem]) throws(ProviderFailure) -> String {
    var pairs: [(name: String, value: String)] = []
    for item in query {
      guard let value = item.value, !value.isEmpty, !ignored.contains(item.name) else { continue }
      let name = names[item.name] ?? item.name
      guard SearchParameters.known.contains(name) else {
        throw ProviderFailure(
          .source, "Flickr's API cannot search by \"\(item.name)\"",
          hint: "remove it from the address")
      }
      guard !pairs.contains(where: { $0.name == name }) else {
        throw ProviderFailure(.source, "the search address has \"\(item.name)\" twice")
      }
      pairs.append((name, value))
    }
    guard !pairs.isEmpty else {
      throw ProviderFailure(
        .source, "the search address has no search terms",
        hint: "for example https://www.flickr.com/search/?text=cat")
    }
    return "search?" + pairs.map { "\($0.name)=\(encoded($0.value))" }.joined(separator: "&")
  }

  /// Parameters with other names in the API.
  private static let names = ["q": "text"]

  /// Percent-encoded; the page writes a space as `+`.
  static func encoded(_ value: String) -> String {
    value.replacing("+", with: " ").percentEncoded()
  }
}
