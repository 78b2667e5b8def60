import ProviderKit

/// An item of an RSS feed or an entry of an Atom feed: the facts about its images.
struct FeedItem {
  /// Limit in characters for a title or a description.
  static let longestText = 1 << 16

  private let item: XMLElement
  private let address: FeedAddress

  init(_ item: XMLElement, at address: FeedAddress) {
    self.item = item
    self.address = address
  }

  /// The facts about its images. A photo is made of them by ``ItemFacts/photos(_:)``.
  func facts(_ pictures: [[Rendition]]) -> ItemFacts {
    let people = FeedPeople(of: item)
    let identity = FeedIdentity(name ?? pictures.first?.first?.url ?? "", in: address)
    // The owner becomes the folder's name: another site's feed must not put files into the folders
    // of Flickr's accounts.
    let account = identity.site == FeedIdentity.flickr ? people.account : nil
    var photo = Photo(
      id: identity.id, site: identity.site, owner: account ?? address.host,
      ownerName: people.name, title: title,
      about: about, pageURL: page, takenAt: takenAt, uploadedAt: publishedAt,
      tags: FeedTags.of(item),
      license: License(of: item))
    (photo.latitude, photo.longitude) = place
    return ItemFacts(photo: photo, isNamed: name != nil, pictures: pictures)
  }

  /// The item's id, or its page; nil if the feed has neither.
  private var name: String? {
    item.text(.rss, "guid") ?? item.text(.atom, "id") ?? item["about"] ?? page
  }

  private var title: String {
    let media = item[.media, "title"] ?? item[.media, "group"]?[.media, "title"]
    let titles = [media, item[.rss, "title"], item[.atom, "title"]]
    return titles.lazy.compactMap { $0?.words(isHTML: false) }.first ?? ""
  }

  /// The description of the image, or of the item.
  private var about: String? {
    let media = item[.media, "description"] ?? item[.media, "group"]?[.media, "description"]
    let texts = [
      media, item[.rss, "description"], item[.atom, "summary"], item[.content, "encoded"],
      item[.atom, "content"], item.holdsXHTML ? item : nil,
    ]
    return texts.lazy.compactMap { $0?.words(isHTML: true) }.first
  }

  private var page: String? {
    let links =
      item.all(.rss, "link").map { ($0.text.trimmed, $0.base) }
      + item.all(.atom, "link").filter { ($0["rel"] ?? "alternate") == "alternate" }
      .map { ($0["href"], $0.base) }
    return links.lazy.compactMap { link, base in link.map { address.resolving($0, from: base) } }
      .first
  }

  /// Flickr's time zone is meaningless: the time is the camera's.
  private var takenAt: String? {
    let date = item.text(.dublinCore, "date.Taken") ?? item.text(.flickr, "date_taken")
    return date.flatMap { Photo.takenAt(from: String($0.prefix(19))) }
  }

  private var publishedAt: Int64? {
    let dates = [
      item.text(.rss, "pubDate"), item.text(.atom, "published"), item.text(.dublinCore, "date"),
      item.text(.atom, "issued"), item.text(.atom, "created"), item.text(.atom, "updated"),
      item.text(.atom, "modified"),
    ]
    return dates.lazy.compactMap { $0.flatMap(FeedDate.seconds) }.first
  }

  private var place: (Double?, Double?) {
    let point = (item.text(.georss, "point") ?? "").split(whereSeparator: \.isWhitespace)
    let latitude = item.text(.geo, "lat") ?? point.first.map(String.init)
    let longitude = item.text(.geo, "long") ?? point.dropFirst().first.map(String.init)
    guard let latitude = latitude.flatMap(Double.init), latitude.isFinite,
      let longitude = longitude.flatMap(Double.init), longitude.isFinite
    else { return (nil, nil) }
    return (latitude, longitude)
  }
}

extension XMLElement {
  /// The text without markup, with limited length; nil if none.
  /// - Parameter isHTML: the default for elements without a type.
  fileprivate func words(isHTML: Bool) -> String? {
    let start = String(text.prefix(FeedItem.longestText))
    return self.isHTML(unlessSaid: isHTML) ? HTMLText.of(html: start).trimmed : start.trimmed
  }
}
