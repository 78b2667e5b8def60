import ProviderKit

/// The parameters of `flickr.photos.search` that need no sign-in
/// (https://www.flickr.com/services/api/flickr.photos.search.html).
enum SearchParameters {
  static let known: Set = [
    "accuracy", "bbox", "content_type", "content_types", "geo_context", "group_id", "has_geo",
    "in_gallery", "is_commons", "is_getty", "lat", "license", "lon", "machine_tag_mode",
    "machine_tags", "max_taken_date", "max_upload_date", "media", "min_taken_date",
    "min_upload_date", "place_id", "radius", "radius_units", "safe_search", "sort", "tag_mode",
    "tags", "text", "user_id", "woe_id",
  ]

  /// Allowed values of the parameters that take a word.
  static let words = [
    "machine_tag_mode": ["any", "all"],
    "media": ["all", "photos", "videos"],
    "radius_units": ["km", "mi"],
    "sort": [
      "date-posted-asc", "date-posted-desc", "date-taken-asc", "date-taken-desc",
      "interestingness-asc", "interestingness-desc", "relevance",
    ],
    "tag_mode": ["any", "all"],
  ]

  /// The allowed values; nil if the value may be valid.
  private static func complaint(about value: String, of name: String) -> String? {
    guard let words = words[name] else { return SearchValues.complaint(about: value, of: name) }
    return words.contains(value) ? nil : "it must be " + words.joined(separator: ", ")
  }

  /// The parameters with an explicit order if they name none and Flickr's default is by upload:
  /// around a point it is by distance.
  /// - Throws: ``ProviderFailure`` with `.source`: Flickr would ignore a misspelt or empty value
  ///   and list something else, and refuses a search without conditions (code 3).
  static func checked(_ parameters: [String: String]) throws(ProviderFailure) -> [String: String] {
    for (name, value) in parameters.sorted(by: { $0.key < $1.key }) {
      guard known.contains(name) else {
        throw ProviderFailure(
          .source, "flickr:search has no parameter \"\(name)\"",
          hint: "it has " + known.sorted().joined(separator: ", "))
      }
      guard !value.isEmpty else {
        throw ProviderFailure(.source, "flickr:search's parameter \"\(name)\" has no value")
      }
      guard let complaint = complaint(about: value, of: name) else { continue }
      throw ProviderFailure(
        .source, "flickr:search's parameter \"\(name)\" has the invalid value \"\(value)\"",
        hint: complaint)
    }
    guard !parameters.isEmpty else {
      throw ProviderFailure(
        .source, "flickr:search needs a parameter",
        hint: "for example flickr:search?tags=cat")
    }
    let isAroundPoint = parameters["lat"] != nil && parameters["lon"] != nil
    guard parameters["sort"] == nil, !isAroundPoint else { return parameters }
    return parameters.merging(["sort": "date-posted-desc"]) { $1 }
  }
}

/// Values of the parameters that take numbers or dates.
///
/// Refuses only impossible values: Flickr ignores them, or finds nothing, without an error.
enum SearchValues {
  /// The expected format; nil if the value may be valid.
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
      case .whole: "it must be a whole number"
      case .wholes: "it must be a whole number, or several with commas between them"
      case .decimal: "it must be a number, such as 48.2"
      case .box: "it must be four numbers: west,south,east,north"
      case .flag: "it must be 1 or 0"
      case .date: "it must be a date, such as 2024-05-31, or seconds since 1970"
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

    /// Seconds, or a date in MySQL's format, also partial: `2024-05`, `2024-05-31 12:00:00`.
    private func isDate(_ value: String) -> Bool {
      isWhole(String(value.prefix(1)))
        && value.utf8.allSatisfy { (0x30...0x39).contains($0) || "-: ".utf8.contains($0) }
    }
  }
}
