import Foundation

/// A photo, computed from its index.
struct Photo: Sendable {
  let index: Int
  let id: Int64
  /// Determines the metadata.
  let random: SeededGenerator
  /// Determines the image; two photos may share it.
  var look: SeededGenerator
  /// Each version has other secrets.
  var version: UInt64 = 0
  /// The title that the owner gave it later; nil for the first.
  var newTitle: String?

  var owner: Photographer { random.pick(.owner, of: Photographer.all) }
  var secret: String { hexadecimal(.secret, digits: 10) }
  var originalSecret: String { hexadecimal(.originalSecret, digits: 10) }
  /// Each size above "Large" has a secret of its own at Flickr.
  var largeSecret: String { hexadecimal(.largeSecret, digits: 10) }
  var server: String { random.chance(.server, oneIn: 3) ? "7426" : "65535" }
  var farm: Int { server == "7426" ? 8 : 66 }
  /// Whether the original may be downloaded.
  var mayDownload: Bool { !random.chance(.mayDownload, oneIn: 17) }
  var licence: Int { random.number(.licence, in: 0...16) }
  var views: Int { random.number(.views, in: 0...5000) }

  /// The number of the album that contains it: 0, 1, or nil.
  var albumNumber: Int? {
    let number = random.number(.album, in: 0...3)
    return number < 2 ? number : nil
  }
  /// When anything about it last changed, seconds since 1970.
  var updated: Int { uploaded + 7200 }

  /// Degrees, six digits after the point, as text; nil for about half.
  var place: (latitude: String, longitude: String)? {
    guard random.chance(.hasPlace, oneIn: 2) else { return nil }
    return (
      Photo.degrees(random.number(.latitude, in: -89_999_999...89_999_999)),
      Photo.degrees(random.number(.longitude, in: -179_999_999...179_999_999))
    )
  }

  /// A strong entity tag of the image in one size (RFC 9110, section 8.8.3), with its quotes.
  ///
  /// Ends in ".1" like Flickr's tags that are not the body's MD5.
  func entityTag(of size: PhotoSize) -> String {
    var random = SeededGenerator(text: "\(id) \(size.label)", seed: look.number(.entityTag))
    let halves = [random.next(), random.next()].map { Photo.padded(String($0, radix: 16), to: 16) }
    return "\"\(halves.joined()).1\""
  }

  private func hexadecimal(_ what: SeededGenerator.Trait, digits: Int) -> String {
    let first = random.number(what)
    let number = version == 0 ? first : SeededGenerator(seed: first &+ version).number(what)
    return String(Photo.padded(String(number, radix: 16), to: 16).suffix(digits))
  }

  private static func degrees(_ millionths: Int) -> String {
    let sign = millionths < 0 ? "-" : ""
    let (whole, rest) = Int(millionths.magnitude).quotientAndRemainder(dividingBy: 1_000_000)
    return "\(sign)\(whole).\(padded(String(rest), to: 6))"
  }

  private static func padded(_ digits: String, to length: Int) -> String {
    String(repeating: "0", count: max(0, length - digits.count)) + digits
  }
}

extension Photo {
  /// Seconds since 1970: a minute or so between one photo and the next.
  var uploaded: Int { 1_763_000_000 - index * 61 }

  /// `YYYY-MM-DD HH:MM:SS` without a zone, and its granularity: 0 second, 4 month, 6 year, 8 circa.
  /// One in twenty is unknown.
  var taken: (text: String, granularity: Int, isUnknown: Bool) {
    switch random.number(.dateQuirk) % 20 {
    case 0: ("0000-00-00 00:00:00", 0, true)
    case 1: ("1911-00-00 00:00:00", 6, false)
    case 2: ("1998-07-01 00:00:00", 4, false)
    case 3: ("1870-01-01 00:00:00", 8, false)
    default: (Photo.text(of: takenSeconds, "%Y-%m-%d %H:%M:%S"), 0, false)
    }
  }

  /// In HTTP's format (RFC 9110, section 5.6.7).
  var lastModified: String { Photo.text(of: uploaded, "%a, %d %b %Y %H:%M:%S GMT") }

  /// In Atom's format (RFC 3339).
  var published: String { Photo.text(of: uploaded, "%Y-%m-%dT%H:%M:%SZ") }

  private var takenSeconds: Int { uploaded - random.number(.dateTaken, in: 60...90_000_000) }

  private static func text(of seconds: Int, _ format: String) -> String {
    var time = time_t(seconds)
    var parts = tm()
    gmtime_r(&time, &parts)
    var text = [CChar](repeating: 0, count: 64)
    let length = strftime(&text, text.count, format, &parts)
    return String(decoding: text.prefix(length).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
