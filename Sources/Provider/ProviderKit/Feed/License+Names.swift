extension License {
  /// A licence with a name, an address, or both; nil without either. Names of Creative Commons come from their
  /// addresses, because sites call them differently.
  package init?(statedAs name: String?, at address: String?) {
    let address = address?.trimmed
    guard let name = address.flatMap(License.creativeCommons) ?? name?.trimmed ?? address else {
      return nil
    }
    self.init(name: name, url: address)
  }

  /// The name in an address such as `https://creativecommons.org/licenses/by-sa/4.0/`.
  package static func creativeCommons(_ address: String) -> String? {
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
