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

  /// The parameters, with an order where they name none and Flickr's own is the one of upload, so that it
  /// is sure to be: around a point it is by distance.
  /// - Throws: ``ProviderFailure`` with `.source`: a misspelt parameter would be ignored by Flickr and
  ///   mirror something else; and Flickr refuses a search for nothing (code 3).
  static func checked(_ parameters: [String: String]) throws(ProviderFailure) -> [String: String] {
    if let unknown = parameters.keys.filter({ !known.contains($0) }).min() {
      throw ProviderFailure(
        .source, "flickr:search has no parameter \"\(unknown)\"",
        hint: "it has " + known.sorted().joined(separator: ", "))
    }
    guard parameters.contains(where: { !$0.value.isEmpty }) else {
      throw ProviderFailure(
        .source, "flickr:search needs something to search for",
        hint: "for example flickr:search?tags=cat")
    }
    let isGiven = { (name: String) in parameters[name].map { !$0.isEmpty } ?? false }
    guard !isGiven("sort"), !isGiven("lat") || !isGiven("lon") else { return parameters }
    return parameters.merging(["sort": "date-posted-desc"]) { $1 }
  }
}
