import Glibc

/// Moments as sites write them.
package enum Moment {
  /// Seconds since 1970 of `2024-07-01T12:30:00Z`, also with fractions, which are dropped, and with an offset such
  /// as `+02:00`; nil for anything else.
  package static func seconds(_ text: String) -> Int64? {
    guard
      let match = text.prefix(40).wholeMatch(
        of: /(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:[Zz]|([+-])(\d\d):?(\d\d))/)
    else { return nil }
    let date = "\(match.1)-\(match.2)-\(match.3) \(match.4):\(match.5):\(match.6)"
    guard Photo.takenAt(from: date) != nil, let hours = Int64(match.8 ?? "0"),
      let minutes = Int64(match.9 ?? "0")
    else { return nil }
    var fields = tm()
    (fields.tm_year, fields.tm_mon) = ((Int32(match.1) ?? 0) - 1900, (Int32(match.2) ?? 1) - 1)
    (fields.tm_mday, fields.tm_hour) = (Int32(match.3) ?? 1, Int32(match.4) ?? 0)
    (fields.tm_min, fields.tm_sec) = (Int32(match.5) ?? 0, Int32(match.6) ?? 0)
    let offset = (hours * 60 + minutes) * 60
    return Int64(timegm(&fields)) - (match.7 == "-" ? -offset : offset)
  }
}
