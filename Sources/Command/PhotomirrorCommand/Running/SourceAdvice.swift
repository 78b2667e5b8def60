import Foundation
import ProviderKit
import URLLists

/// What to write instead of a source that no provider knows.
enum SourceAdvice {
  /// The provider with which gallery-dl lists sites.
  static let galleryName = "gallery-dl"

  /// A provider's message about a source, which names the source once.
  static func text(_ message: String, about source: String) -> String {
    message.hasPrefix(source.prefix { $0 != ":" }) ? message : "\(source): \(message)"
  }

  /// - Parameter known: The names of the providers.
  static func hints(
    forProvider name: String, of address: SourceAddress, among known: [String]
  ) -> [String] {
    guard case .feed(_, let selector, _) = address, !selector.hasPrefix("//") else {
      return ["a web address begins with https:// or http://"]
    }
    guard name != galleryName else {
      return [
        "its program, photomirror-lister-gallery-dl, is missing; --provider-path names its folder"
      ]
    }
    let names = known + [URLListProvider.name]
    if let nearest = NearestName.of(name, among: names + [galleryName]) {
      return ["did you mean \(nearest + address.canonical.dropFirst(name.count))?"]
    }
    return ["the providers are \(names.joined(separator: ", "))"]
  }

  /// The addresses that the site's own provider accepts; else the providers that take any address.
  static func hints(forAddress url: String, among manifests: [Manifest]) -> [String] {
    if url.isPictureAddress {
      return ["to mirror single files, write their addresses into a file, one a line: urls:FILE"]
    }
    // Manifests write the addresses of any site with this host (RFC 2606).
    if let site = host(of: url), site != "example.org",
      let own = manifests.first(where: { $0.addresses.contains { host(of: $0) == site } })
    {
      return ["\(own.name) accepts " + own.addresses.joined(separator: ", ")]
    }
    return ["if gallery-dl knows the site: \(galleryName):\(url)"]
      + (manifests.contains { $0.name == "feed" }
        ? ["if it is an RSS or Atom feed: feed:\(url)"] : [])
  }

  /// - Parameter hint: The provider's own.
  static func hints(
    forSelector selector: String, of manifest: Manifest, _ hint: String?
  ) -> [String] {
    let usages = manifest.sources.map(\.usage)
    let (head, rest) = split(selector)
    if let nearest = NearestName.of(head, among: usages.map { split($0).head }),
      nearest != head || rest.isEmpty,
      let usage = usages.first(where: { split($0).head == nearest })
    {
      return ["did you mean \(manifest.name):\(rest.isEmpty ? usage : nearest + rest)?"]
    }
    return [hint ?? "its feeds are: " + usages.joined(separator: ", ")]
  }

  private static func split(_ selector: String) -> (head: String, rest: String) {
    let head = selector.prefix { $0 != "/" && $0 != "?" }
    return (String(head), String(selector[head.endIndex...]))
  }

  private static func host(of address: String) -> String? {
    URLComponents(string: address)?.host.map { host in
      host.hasPrefix("www.") ? String(host.dropFirst(4)) : host
    }
  }
}
