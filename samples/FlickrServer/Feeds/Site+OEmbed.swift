/// Flickr's oEmbed service (https://www.flickr.com/services/oembed/), which needs no key.
extension Site {
  /// What the page of a photo shows: its licence, and the size that a feed names.
  func oEmbed(_ request: Request, site: String) -> Response {
    counts.withLock { $0.calls["oembed", default: 0] += 1 }
    let parts = (request.arguments["url"] ?? "").split(separator: "/")
    let world = methods.world
    // http: / host / photos / account / id
    guard parts.count >= 5, parts[2] == "photos", let photo = world.photo(id: String(parts[4])),
      !world.isHidden(photo, from: nil),
      let picture = photo.rendition(.large) ?? photo.renditions.last
    else { return .text(404, Site.html) }
    let terms = photo.commonsTerms
    var element = Element(
      "oembed",
      [
        .attribute("type", .text("photo")), .attribute("title", .text(photo.title)),
        .attribute("author_name", .text(photo.owner.username)),
        .attribute("url", .text(picture.address(of: photo, site: site))),
        .attribute("width", .text(String(picture.width))),
        .attribute("height", .number(picture.height)), .attribute("version", .text("1.0")),
        .attribute("provider_name", .text("Flickr")),
        .attribute("license", .text(terms == nil ? "All Rights Reserved" : "Attribution License")),
        .attribute("license_id", .text(String(photo.licence))),
      ])
    if let terms { element.add("license_url", .text(terms)) }
    var bytes: [UInt8] = []
    element.appendJSON(to: &bytes)
    return Response(
      status: 200, headers: [("Content-Type", "application/json")], body: .bytes(bytes))
  }
}
