extension PublicFeed {
  /// Atom 1.0.
  var atom: String {
    """
    <feed xmlns="http://www.w3.org/2005/Atom" xmlns:flickr="urn:flickr:user"
      xmlns:dc="http://purl.org/dc/elements/1.1/">
    <title>Uploads from everyone</title><id>tag:flickr.com,2005:/photos/public</id>
    <link rel="alternate" href="\(site)/photos/"/>
    \(photos.map(entry).joined())</feed>

    """
  }

  private func entry(_ photo: Photo) -> String {
    let owner = photo.owner
    let tags = photo.tags.map {
      "<category term=\"\(xml($0))\" scheme=\"https://www.flickr.com/photos/tags/\"/>\n"
    }
    return """
      <entry><title>\(xml(photo.title))</title><id>tag:flickr.com,2005:/photo/\(photo.id)</id>
      <published>\(photo.published)</published><updated>\(photo.published)</updated>
      <flickr:date_taken>\(photo.takenInFeeds)</flickr:date_taken>
      <dc:date.Taken>\(photo.takenInFeeds)</dc:date.Taken>
      <content type="html">\(xml("<p>\(photo.description)</p>"))</content>
      <author><name>\(xml(owner.username))</name>
      <uri>https://www.flickr.com/people/\(owner.pathName)/</uri>
      <flickr:nsid>\(owner.nsid)</flickr:nsid></author>
      \(links(of: photo))\(tags.joined())</entry>

      """
  }

  private func links(of photo: Photo) -> String {
    var links = [("alternate", "text/html", page(of: photo))]
    if let terms = photo.commonsTerms { links.append(("license", "text/html", terms)) }
    if let picture = photo.shown {
      let address = picture.address(of: photo, site: site)
      links.append(("enclosure", "image/\(picture.format.rawValue)", address))
    }
    return links.map { "<link rel=\"\($0)\" type=\"\($1)\" href=\"\($2)\"/>\n" }.joined()
  }

  private func page(of photo: Photo) -> String {
    "\(site)/photos/\(photo.owner.pathName)/\(photo.id)/"
  }

  /// RSS 2.0 with Media RSS.
  var rss: String {
    """
    <rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"
      xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:flickr="urn:flickr:user"
      xmlns:creativeCommons="http://cyber.law.harvard.edu/rss/creativeCommonsRssModule.html">
    <channel><title>Uploads from everyone</title><link>\(site)/photos/</link><description></description>
    \(photos.map(item).joined())</channel></rss>

    """
  }

  private func item(_ photo: Photo) -> String {
    let owner = photo.owner
    return """
      <item><title>\(xml(photo.title))</title><link>\(page(of: photo))</link>
      <description>\(xml("<p>\(owner.username) posted a photo</p>"))</description>
      <pubDate>\(photo.lastModified)</pubDate><dc:date.Taken>\(photo.takenInFeeds)</dc:date.Taken>
      <author flickr:profile="https://www.flickr.com/people/\(owner.nsid)/">\
      \(xml("nobody@flickr.com (\(owner.username))"))</author>
      <guid isPermaLink="false">tag:flickr.com,2004:/photo/\(photo.id)</guid>
      <media:title>\(xml(photo.title))</media:title>
      <media:description type="html">\(xml(photo.description))</media:description>
      <media:credit role="photographer">\(xml(owner.username))</media:credit>
      <media:category scheme="urn:flickr:tags">\(xml(photo.tags.joined(separator: " ")))</media:category>
      \(pictures(of: photo))</item>

      """
  }

  private func pictures(of photo: Photo) -> String {
    let terms = photo.commonsTerms.map {
      "<creativeCommons:license>\($0)</creativeCommons:license>\n"
    }
    let content = photo.shown.map {
      """
      <media:content url="\($0.address(of: photo, site: site))" type="image/\($0.format.rawValue)"
        height="\($0.height)" width="\($0.width)"/>

      """
    }
    let square = photo.rendition(.square).map {
      """
      <media:thumbnail url="\($0.address(of: photo, site: site))" height="75" width="75"/>

      """
    }
    return [terms, content, square].compactMap(\.self).joined()
  }

  /// Text, escaped for attributes too; characters that XML 1.0 does not allow (section 2.2) are left out.
  private func xml(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      case "\t", "\n", "\r": "&#\(scalar.value);"
      default: scalar.value < 0x20 ? "" : String(scalar)
      }
    }.joined()
  }
}
