/// An album of a site; also a gallery, a set, or whatever the site calls photos in an order.
public struct Album: Codable, Sendable, Hashable {
  /// Unique within ``site``, or within the source if that is nil. 1 to 200 bytes without control
  /// characters.
  public var id: String
  /// The site that issued the id, as in ``Photo/site``.
  public var site: String?
  /// The owner's permanent account id; empty if unknown.
  public var owner: String
  /// One line; empty if none.
  public var title: String
  /// Plain text or HTML, as the site gives it.
  public var about: String?
  /// The id of its cover photo.
  public var cover: String?
  /// Its place among its owner's albums, counted from 0.
  public var position: Int?

  /// An album; only `id` is required.
  public init(
    id: String, site: String? = nil, owner: String = "", title: String = "", about: String? = nil,
    cover: String? = nil, position: Int? = nil
  ) {
    (self.id, self.site, self.owner, self.title) = (id, site, owner, title)
    (self.about, self.cover, self.position) = (about, cover, position)
  }

  /// Decodes an album; everything except `id` has a default.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    id = try members.decode(String.self, forKey: .id)
    site = try members.decodeIfPresent(String.self, forKey: .site)
    owner = try members.decodeIfPresent(String.self, forKey: .owner) ?? ""
    title = try members.decodeIfPresent(String.self, forKey: .title) ?? ""
    about = try members.decodeIfPresent(String.self, forKey: .about)
    cover = try members.decodeIfPresent(String.self, forKey: .cover)
    position = try members.decodeIfPresent(Int.self, forKey: .position)
  }
}

/// The part of an album that a page of a listing contains: the page's photos, in the album's order.
public struct AlbumPart: Codable, Sendable, Hashable {
  /// The album, without its photos.
  public var album: Album
  /// The place of the page's first entry in the album, counted from 0.
  public var start: Int
  /// The place at which the next part begins, whose page follows; nil if the album ends with this
  /// page.
  public var next: Int?

  /// A part; the whole album unless `start` or `next` is given.
  public init(album: Album, start: Int = 0, next: Int? = nil) {
    (self.album, self.start, self.next) = (album, start, next)
  }
}

extension AlbumPart {
  /// The part with its texts cleaned.
  /// - Throws: ``ProviderFailure`` with `.malformed` if its id, site, owner or places are invalid.
  package func checked() throws(ProviderFailure) -> AlbumPart {
    guard album.id.isName(), album.site?.isName() ?? true,
      album.owner.isEmpty || album.owner.isName()
    else {
      throw malformed("an album's id, site or owner is empty, too long or holds control characters")
    }
    guard Self.places.contains(start), next.map({ $0 > start && Self.places.contains($0) }) ?? true
    else {
      throw malformed("the parts of the album \(quoted(album.id)) are not in order")
    }
    var checked = self
    checked.album.title = album.title.cleaned(to: JointLimits.text)
    checked.album.about = album.about?.cleaned(to: JointLimits.text, keepsLines: true)
    checked.album.cover = album.cover.flatMap { $0.isName() ? $0 : nil }
    checked.album.position = album.position.flatMap { Self.places.contains($0) ? $0 : nil }
    return checked
  }

  /// More entries than any album has.
  private static let places = 0...(1 << 40)
}
