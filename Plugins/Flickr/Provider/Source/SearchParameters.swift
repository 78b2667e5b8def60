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

  /// What those parameters may be that take a word.
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

  /// What may stand there instead; nil where the value may be right.
  private static func complaint(about value: String, of name: String) -> String? {
    guard let words = words[name] else { return SearchValues.complaint(about: value, of: name) }
    return words.contains(value) ? nil : "it can be " + words.joined(separator: ", ")
  }

  /// The parameters, with an order where they name none and Flickr's own is the one of upload, so that it
  /// is sure to be: around a point it is by distance.
  /// - Throws: ``ProviderFailure`` with `.source`: what is misspelt or empty would be ignored by
  ///   Flickr and mirror something else; and Flickr refuses a search for nothing (code 3).
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
        .source, "flickr:search's parameter \"\(name)\" cannot be \"\(value)\"", hint: complaint)
    }
    guard !parameters.isEmpty else {
      throw ProviderFailure(
        .source, "flickr:search needs something to search for",
        hint: "for example flickr:search?tags=cat")
    }
    let isAroundPoint = parameters["lat"] != nil && parameters["lon"] != nil
    guard parameters["sort"] == nil, !isAroundPoint else { return parameters }
    return parameters.merging(["sort": "date-posted-desc"]) { $1 }
  }
}
