import Foundation
import ProviderKit

/// A photo from the values of a record.
enum ListedPicture {
  /// - Throws: ``ProviderFailure`` if there is no address, or a digest is malformed.
  static func photo(_ values: [ListColumns.Field: String]) throws(ProviderFailure) -> Photo {
    guard let url = values[.url]?.resolved(against: nil), url.isWebAddress else {
      throw ProviderFailure(.malformed, "it has no http or https address")
    }
    let host = URLComponents(string: url)?.host ?? ""
    var photo = Photo(
      id: values[.id].flatMap { $0.isName() ? $0 : nil } ?? identity(of: url),
      owner: String(host.prefix(200)), ownerName: values[.owner],
      title: values[.title] ?? title(of: url), about: values[.about],
      pageURL: values[.page], takenAt: values[.date].map(Self.moment))
    photo.tags = values[.tags].map(tags) ?? []
    photo.license = values[.license].map { License(name: $0) }
    photo.latitude = values[.latitude].flatMap(Double.init).flatMap { $0.isFinite ? $0 : nil }
    photo.longitude = values[.longitude].flatMap(Double.init).flatMap { $0.isFinite ? $0 : nil }
    photo.renditions = [
      Rendition(
        label: "Original", url: url, width: values[.width].flatMap(number),
        height: values[.height].flatMap(number),
        byteCount: values[.bytes].flatMap(number).map(Int64.init),
        digest: digest(values), isOriginal: true)
    ]
    return try photo.checked()
  }

  /// The strongest that the list has.
  private static func digest(_ values: [ListColumns.Field: String]) -> Rendition.Digest? {
    if let text = values[.sha256] { return .init(.sha256, hex: hex(text, count: 32)) }
    if let text = values[.sha1] { return .init(.sha1, hex: hex(text, count: 20)) }
    return values[.md5].map { .init(.md5, hex: hex($0, count: 16)) }
  }

  /// A digest of so many bytes in hexadecimal digits, from these or from base 64 (RFC 4648), perhaps with the name of its
  /// algorithm before it: `sha256-47DEQ…`. Anything else stays as it is, and is refused.
  private static func hex(_ text: String, count: Int) -> String {
    let text = text.trimmingCharacters(in: .whitespaces)
    let named = text.firstMatch(of: /^(?i)(?:md5|sha-?1|sha-?256)[:=-](.+)$/).map { String($0.1) }
    let digits = (named ?? text).replacing("-", with: "+").replacing("_", with: "/")
    let bare = digits.prefix { $0 != "=" }
    let padded = bare + String(repeating: "=", count: (4 - bare.utf8.count % 4) % 4)
    guard let bytes = Data(base64Encoded: String(padded)), bytes.count == count else {
      return (named ?? text).lowercased()
    }
    return bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// A whole number, also one that was a fraction to the program that wrote it: `640.0`.
  private static func number(_ text: String) -> Int? {
    Int(text) ?? Double(text).flatMap { Int(exactly: $0) }
  }

  /// 128 bits, so that no two of many millions are equal by chance.
  private static func identity(of url: String) -> String {
    var (first, second) = (StableHash(), StableHash())
    first.combine(url)
    second.combine("2")
    second.combine(url)
    return [first, second].map { hash in
      let digits = String(hash.value, radix: 36)
      return String(repeating: "0", count: 13 - digits.count) + digits
    }.joined()
  }

  /// The last name in the address, without its ending.
  private static func title(of url: String) -> String {
    let path = url.prefix { $0 != "?" && $0 != "#" }
    let name = path.split(separator: "/").dropFirst(2).last ?? ""
    let stem = name.split(separator: ".").first ?? ""
    return String(stem).removingPercentEncoding ?? String(stem)
  }

  /// `2021-03-14T15:09:26Z` as sites write it: `2021-03-14 15:09:26`.
  private static func moment(_ text: String) -> String {
    String(text.replacing("T", with: " ").prefix(19))
  }

  private static func tags(_ text: String) -> [String] {
    let separator: Character = text.contains(";") ? ";" : text.contains(",") ? "," : " "
    return text.split(separator: separator).map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }
  }
}
