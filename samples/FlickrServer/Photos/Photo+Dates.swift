import Foundation

extension Photo {
  /// Seconds since 1970: a minute or so between one photo and the next.
  var uploaded: Int { 1_763_000_000 - index * 61 }

  /// Seconds since 1970.
  var lastUpdate: Int { uploaded + 3600 + dice.number(.dateQuirk, in: 0...86_400) }

  /// `YYYY-MM-DD HH:MM:SS` without a zone, and how exact it is: 0 second, 4 month, 6 year, 8 circa.
  /// One in twenty is not known.
  var taken: (text: String, granularity: Int, isUnknown: Bool) {
    switch dice.number(.dateQuirk) % 20 {
    case 0: ("0000-00-00 00:00:00", 0, true)
    case 1: ("1911-00-00 00:00:00", 6, false)
    case 2: ("1998-07-01 00:00:00", 4, false)
    case 3: ("1870-01-01 00:00:00", 8, false)
    default: (Photo.text(of: takenSeconds, "%Y-%m-%d %H:%M:%S"), 0, false)
    }
  }

  /// As HTTP writes dates (RFC 9110, section 5.6.7).
  var lastModified: String { Photo.text(of: uploaded, "%a, %d %b %Y %H:%M:%S GMT") }

  /// As Atom writes dates (RFC 3339).
  var published: String { Photo.text(of: uploaded, "%Y-%m-%dT%H:%M:%SZ") }

  private var takenSeconds: Int { uploaded - dice.number(.dateTaken, in: 60...90_000_000) }

  private static func text(of seconds: Int, _ format: String) -> String {
    var time = time_t(seconds)
    var parts = tm()
    gmtime_r(&time, &parts)
    var text = [CChar](repeating: 0, count: 64)
    let length = strftime(&text, text.count, format, &parts)
    return String(decoding: text.prefix(length).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
