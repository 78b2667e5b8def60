import ProviderKit

extension License {
  /// The licence with this number, or one that names just the number: Flickr adds new ones.
  init?(flickr id: String) {
    guard !id.isEmpty else { return nil }
    self = License.flickr[id] ?? License(name: "Flickr license \(id)")
  }

  /// What `flickr.photos.licenses.getInfo` answers.
  private static let flickr: [String: License] = [
    "0": License(name: "All Rights Reserved"),
    "1": creativeCommons("by-nc-sa", "2.0"),
    "2": creativeCommons("by-nc", "2.0"),
    "3": creativeCommons("by-nc-nd", "2.0"),
    "4": creativeCommons("by", "2.0"),
    "5": creativeCommons("by-sa", "2.0"),
    "6": creativeCommons("by-nd", "2.0"),
    "7": License(
      name: "No known copyright restrictions", url: "https://www.flickr.com/commons/usage/"),
    "8": License(
      name: "United States Government Work", url: "http://www.usa.gov/copyright.shtml"),
    "9": License(
      name: "CC0 1.0", url: "https://creativecommons.org/publicdomain/zero/1.0/"),
    "10": License(
      name: "Public Domain Mark 1.0", url: "https://creativecommons.org/publicdomain/mark/1.0/"),
    "11": creativeCommons("by", "4.0"),
    "12": creativeCommons("by-sa", "4.0"),
    "13": creativeCommons("by-nd", "4.0"),
    "14": creativeCommons("by-nc", "4.0"),
    "15": creativeCommons("by-nc-sa", "4.0"),
    "16": creativeCommons("by-nc-nd", "4.0"),
  ]

  private static func creativeCommons(_ terms: String, _ version: String) -> License {
    License(
      name: "CC \(terms.uppercased()) \(version)",
      url: "https://creativecommons.org/licenses/\(terms)/\(version)/")
  }
}
