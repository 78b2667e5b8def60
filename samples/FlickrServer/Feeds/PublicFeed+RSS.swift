extension PublicFeed {
  /// RSS 2.0 with Media RSS.
  var rss: Element {
    let head = [
      Element("title", text: "Uploads from everyone"), Element("link", text: "\(site)/photos/"),
      Element("description", text: ""),
    ]
    let channel = Element("channel", (head + photos.map(item)).map(Element.Part.child))
    var root = Element(
      "rss",
      attributes: [
        ("version", "2.0"), ("xmlns:media", "http://search.yahoo.com/mrss/"),
        ("xmlns:dc", "http://purl.org/dc/elements/1.1/"),
        ("xmlns:creativeCommons", "http://cyber.law.harvard.edu/rss/creativeCommonsRssModule.html"),
        ("xmlns:flickr", "urn:flickr:user"),
      ])
    root.parts.append(.child(channel))
    return root
  }

  private func item(_ photo: Photo) -> Element {
    let parts = facts(of: photo) + media(of: photo)
    return Element("item", parts.map(Element.Part.child))
  }

  private func facts(of photo: Photo) -> [Element] {
    [
      Element("title", text: photo.title), Element("link", text: page(of: photo)),
      Element("description", text: "<p>\(photo.owner.username) posted a photo</p>"),
      Element("pubDate", text: photo.lastModified),
      Element("dc:date.Taken", text: photo.takenInFeeds),
      Element(
        "author",
        attributes: [("flickr:profile", "https://www.flickr.com/people/\(photo.owner.nsid)/")],
        text: "nobody@flickr.com (\(photo.owner.username))"),
      Element(
        "guid", attributes: [("isPermaLink", "false")],
        text: "tag:flickr.com,2004:/photo/\(photo.id)"),
    ]
  }

  private func media(of photo: Photo) -> [Element] {
    var media = [
      Element("media:title", text: photo.title),
      Element("media:description", attributes: [("type", "html")], text: photo.description),
      Element(
        "media:credit", attributes: [("role", "photographer")], text: photo.owner.username),
      Element(
        "media:category", attributes: [("scheme", "urn:flickr:tags")],
        text: photo.tags.joined(separator: " ")),
    ]
    if let terms = photo.commonsTerms {
      media.append(Element("creativeCommons:license", text: terms))
    }
    if let picture = picture(of: photo) {
      let pixels = [("height", String(picture.height)), ("width", String(picture.width))]
      media.append(
        Element(
          "media:content",
          attributes: [
            ("url", picture.address(of: photo, site: site)),
            ("type", "image/\(picture.format.rawValue)"),
          ] + pixels))
    }
    if let square = photo.rendition(.square) {
      media.append(
        Element(
          "media:thumbnail",
          attributes: [
            ("url", square.address(of: photo, site: site)), ("height", "75"), ("width", "75"),
          ]))
    }
    return media
  }
}
