import ProviderKit

extension License {
  /// The licence that an item or a feed names, by its address, by its name, or by both.
  init?(of element: XMLElement) {
    let media = element[.media, "license"] ?? element[.media, "group"]?[.media, "license"]
    let commons = element[.creativeCommons, "license"]
    let link = element.all(.atom, "link").first { $0["rel"] == "license" }
    let address = commons?["resource"] ?? commons?.text.trimmed ?? media?["href"] ?? link?["href"]
    let name = media?.text.trimmed ?? address.flatMap(License.creativeCommons)
    guard let name = name ?? address else { return nil }
    self.init(name: name, url: address)
  }

  /// The name in an address such as `https://creativecommons.org/licenses/by-sa/4.0/`.
  private static func creativeCommons(_ address: String) -> String? {
    guard let site = address.firstRange(of: "creativecommons.org/") else { return nil }
    let path = address[site.upperBound...].split(separator: "/").prefix(3).map(String.init)
    guard path.count == 3 else { return nil }
    return switch (path[0], path[1]) {
    case ("licenses", let terms): "CC \(terms.uppercased()) \(path[2])"
    case ("publicdomain", "zero"): "CC0 \(path[2])"
    case ("publicdomain", "mark"): "Public Domain Mark \(path[2])"
    default: nil
    }
  }
}
