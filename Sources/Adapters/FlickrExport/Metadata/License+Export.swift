import ProviderKit

extension License {
  /// An export has names of licences without numbers and addresses.
  /// - Returns: nil for an empty name.
  init?(exported name: String) {
    guard !name.isEmpty else { return nil }
    let key = name.lowercased().replacing("license", with: "").trimmingSpaces
    if let known = Self.named[key] {
      self = known
    } else if let match = key.wholeMatch(of: /cc (by(?:-nc)?(?:-nd|-sa)?) ([24]\.0)/) {
      self = .creativeCommons(String(match.1), String(match.2))
    } else {
      self.init(name: name)
    }
  }

  /// Names without a version are those of version 2.0, which was Flickr's only one.
  private static let named: [String: License] = [
    "all rights reserved": License(name: "All Rights Reserved"),
    "attribution": .creativeCommons("by", "2.0"),
    "attribution-sharealike": .creativeCommons("by-sa", "2.0"),
    "attribution-noderivs": .creativeCommons("by-nd", "2.0"),
    "attribution-noncommercial": .creativeCommons("by-nc", "2.0"),
    "attribution-noncommercial-sharealike": .creativeCommons("by-nc-sa", "2.0"),
    "attribution-noncommercial-noderivs": .creativeCommons("by-nc-nd", "2.0"),
    "no known copyright restrictions": License(
      name: "No known copyright restrictions", url: "https://www.flickr.com/commons/usage/"),
    "united states government work": License(
      name: "United States Government Work", url: "http://www.usa.gov/copyright.shtml"),
    "cc0 1.0": .zero, "cc0 1.0 universal": .zero, "public domain dedication (cc0)": .zero,
    "public domain mark 1.0": .mark, "public domain mark": .mark, "pdm 1.0": .mark,
  ]

  private static let zero = License(
    name: "CC0 1.0", url: "https://creativecommons.org/publicdomain/zero/1.0/")
  private static let mark = License(
    name: "Public Domain Mark 1.0", url: "https://creativecommons.org/publicdomain/mark/1.0/")

  private static func creativeCommons(_ terms: String, _ version: String) -> License {
    License(
      name: "CC \(terms.uppercased()) \(version)",
      url: "https://creativecommons.org/licenses/\(terms)/\(version)/")
  }
}

extension String {
  fileprivate var trimmingSpaces: String {
    split(separator: " ").joined(separator: " ")
  }
}
