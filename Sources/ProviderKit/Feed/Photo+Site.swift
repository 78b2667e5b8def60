import Foundation

extension Photo {
  /// The site that a web address belongs to: its host in lower case, without a leading `www.` or `api.`,
  /// and without the port. `https://api.flickr.com/services/rest/` belongs to `flickr.com`.
  ///
  /// A provider passes the address that it asks, never one that an answer states: an answer may name
  /// any site.
  /// - Returns: nil if the address is not an `http` or `https` address.
  public static func site(of address: String) -> String? {
    guard address.isWebAddress, let host = URLComponents(string: address)?.host?.lowercased() else {
      return nil
    }
    let site = ["www.", "api."].first(where: host.hasPrefix).map { host.dropFirst($0.count) }
    return site.map(String.init) ?? (host.isEmpty ? nil : host)
  }
}
