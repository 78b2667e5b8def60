extension PublicFeed {
  /// Atom 1.0.
  var atom: Element {
    let head = [
      Element("title", text: "Uploads from everyone"),
      Element("id", text: "tag:flickr.com,2005:/photos/public"),
      Element("link", attributes: [("rel", "alternate"), ("href", "\(site)/photos/")]),
    ]
    var root = Element(
      "feed",
      attributes: [
        ("xmlns", "http://www.w3.org/2005/Atom"), ("xmlns:flickr", "urn:flickr:user"),
        ("xmlns:dc", "http://purl.org/dc/elements/1.1/"),
      ])
    root.parts += (head + photos.map(entry)).map(Element.Part.child)
    return root
  }

  private func entry(_ photo: Photo) -> Element {
    let author = Element(
      "author",
      [
        .child(Element("name", text: photo.owner.username)),
        .child(Element("uri", text: "https://www.flickr.com/people/\(photo.owner.pathName)/")),
        .child(Element("flickr:nsid", text: photo.owner.nsid)),
      ])
    let facts = [
      Element("title", text: photo.title),
      Element("id", text: "tag:flickr.com,2005:/photo/\(photo.id)"),
      Element("published", text: photo.published), Element("updated", text: photo.published),
      Element("flickr:date_taken", text: photo.takenInFeeds),
      Element("dc:date.Taken", text: photo.takenInFeeds),
      Element("content", attributes: [("type", "html")], text: "<p>\(photo.description)</p>"),
      author,
    ]
    let tags = photo.tags.map { tag in
      Element(
        "category", attributes: [("term", tag), ("scheme", "https://www.flickr.com/photos/tags/")])
    }
    return Element("entry", (facts + links(of: photo) + tags).map(Element.Part.child))
  }

  private func links(of photo: Photo) -> [Element] {
    var links = [("alternate", "text/html", page(of: photo))]
    if let terms = photo.commonsTerms { links.append(("license", "text/html", terms)) }
    if let picture = picture(of: photo) {
      let address = picture.address(of: photo, site: site)
      links.append(("enclosure", "image/\(picture.format.rawValue)", address))
    }
    return links.map { rel, type, address in
      Element("link", attributes: [("rel", rel), ("type", type), ("href", address)])
    }
  }
}
