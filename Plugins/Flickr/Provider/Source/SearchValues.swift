/// What the parameters of a search may be that take numbers or dates.
///
/// Only what can be none: Flickr ignores such a value, or finds nothing, and tells neither.
enum SearchValues {
  /// What a value is not; nil where it may be one.
  static func complaint(about value: String, of name: String) -> String? {
    guard let kind = kinds[name], !kind.takes(value) else { return nil }
    return kind.words
  }

  private static let kinds: [String: Kind] = [
    "accuracy": .whole, "bbox": .box, "content_type": .whole, "content_types": .wholes,
    "geo_context": .whole, "has_geo": .flag, "in_gallery": .flag, "is_commons": .flag,
    "is_getty": .flag, "lat": .decimal, "license": .wholes, "lon": .decimal,
    "max_taken_date": .date, "max_upload_date": .date, "min_taken_date": .date,
    "min_upload_date": .date, "radius": .decimal, "safe_search": .whole, "woe_id": .whole,
  ]

  private enum Kind {
    case whole, wholes, decimal, box, flag, date

    var words: String {
      switch self {
      case .whole: "it is a whole number"
      case .wholes: "it is a whole number, or several with commas between them"
      case .decimal: "it is a number, such as 48.2"
      case .box: "it is four numbers: west,south,east,north"
      case .flag: "it is 1 or 0"
      case .date: "it is a date, such as 2024-05-31, or seconds since 1970"
      }
    }

    func takes(_ value: String) -> Bool {
      switch self {
      case .whole: isWhole(value)
      case .wholes: list(value).allSatisfy(isWhole)
      case .decimal: isDecimal(value)
      case .box: list(value).count == 4 && list(value).allSatisfy(isDecimal)
      case .flag: ["0", "1", "true", "false"].contains(value)
      case .date: isDate(value)
      }
    }

    private func list(_ value: String) -> [String] {
      value.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }

    private func isWhole(_ value: String) -> Bool {
      !value.isEmpty && value.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }

    private func isDecimal(_ value: String) -> Bool { Double(value)?.isFinite == true }

    /// Seconds, or a date of MySQL's with as much of it as is known: `2024-05`, `2024-05-31 12:00:00`.
    private func isDate(_ value: String) -> Bool {
      isWhole(String(value.prefix(1)))
        && value.utf8.allSatisfy { (0x30...0x39).contains($0) || "-: ".utf8.contains($0) }
    }
  }
}
