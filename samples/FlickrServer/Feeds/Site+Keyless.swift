/// Flickr's services that need no key.
extension Site {
  /// Answers a request for a public feed.
  /// - Parameter name: `photos_public`.
  func feed(_ name: String, _ request: Request, site: String) -> Response {
    count("feeds/\(name)")
    return PublicFeed(name, of: methods.world, request.arguments, site: site)?.response
      ?? .text(404, Site.html)
  }

  /// What the page of a photo shows: its licence, and the size that a feed names
  /// (https://www.flickr.com/services/oembed/).
  func oEmbed(_ request: Request, site: String) -> Response {
    count("oembed")
    let parts = (request.arguments["url"] ?? "").split(separator: "/")
    let world = methods.world
    // http: / host / photos / account / id
    guard parts.count >= 5, parts[2] == "photos", let photo = world.photo(id: String(parts[4])),
      !world.isHidden(photo, from: nil), let picture = photo.shown
    else { return .text(404, Site.html) }
    let terms = photo.commonsTerms
    let embedded: JSON = [
      "type": "photo", "title": .text(photo.title), "author_name": .text(photo.owner.username),
      "url": .text(picture.address(of: photo, site: site)), "width": "\(picture.width)",
      "height": .number(picture.height), "version": "1.0", "provider_name": "Flickr",
      "license": .text(terms == nil ? "All Rights Reserved" : "Attribution License"),
      "license_id": "\(photo.licence)", "license_url": terms.map(JSON.text) ?? .absent,
    ]
    return .json(embedded)
  }
}
