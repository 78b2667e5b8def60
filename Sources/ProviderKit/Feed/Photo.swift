/// A photo as a listing tells of it. Everything but `id` may be missing.
public struct Photo: Codable, Sendable, Hashable {
  /// Unique within ``site``, or within the provider where that is nil. 1 to 200 bytes without control
  /// characters.
  public var id: String
  /// The site whose id it is, as ``site(of:)`` gives it: `flickr.com`. Photos with the same site and id
  /// are one photo, whichever provider lists them, so a provider sets only the site that it asked. Nil
  /// if the id means nothing to other providers.
  public var site: String?
  /// Becomes the folder's name; an account's permanent id rather than its nickname.
  public var owner: String
  /// The nickname or full name, for people.
  public var ownerName: String?
  /// One line; empty where there is none.
  public var title: String
  /// Plain text or HTML as the site gives it.
  public var about: String?
  /// The photo's web page.
  public var pageURL: String?
  /// `YYYY-MM-DD HH:MM:SS`, local time where it was taken, zone unknown. Only as much as is known:
  /// `1905-06` for a month, `1905` for a year, `1905~` for about a year (ISO 8601-2, EDTF).
  public var takenAt: String?
  /// Seconds since 1970.
  public var uploadedAt: Int64?
  /// Without `#`, each once.
  public var tags: [String]
  /// Nil where the site does not say.
  public var license: License?
  /// Degrees north; of no use without `longitude`.
  public var latitude: Double?
  /// Degrees east; of no use without `latitude`.
  public var longitude: Double?
  /// Every size that the listing carries an address for; empty where one must ask.
  public var renditions: [Rendition]

  /// A photo of which only the id and the owner are known, unless more is given.
  public init(
    id: String, site: String? = nil, owner: String, ownerName: String? = nil, title: String = "",
    about: String? = nil,
    pageURL: String? = nil, takenAt: String? = nil, uploadedAt: Int64? = nil, tags: [String] = [],
    license: License? = nil, latitude: Double? = nil, longitude: Double? = nil,
    renditions: [Rendition] = []
  ) {
    self.id = id
    self.site = site
    self.owner = owner
    self.ownerName = ownerName
    self.title = title
    self.about = about
    self.pageURL = pageURL
    self.takenAt = takenAt
    self.uploadedAt = uploadedAt
    self.tags = tags
    self.license = license
    self.latitude = latitude
    self.longitude = longitude
    self.renditions = renditions
  }

  /// Reads a photo as a module gave it; whatever but `id` is absent gets its default.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    id = try members.decode(String.self, forKey: .id)
    site = try members.decodeIfPresent(String.self, forKey: .site)
    owner = try members.decodeIfPresent(String.self, forKey: .owner) ?? ""
    ownerName = try members.decodeIfPresent(String.self, forKey: .ownerName)
    title = try members.decodeIfPresent(String.self, forKey: .title) ?? ""
    about = try members.decodeIfPresent(String.self, forKey: .about)
    pageURL = try members.decodeIfPresent(String.self, forKey: .pageURL)
    takenAt = try members.decodeIfPresent(String.self, forKey: .takenAt)
    uploadedAt = try members.decodeIfPresent(Int64.self, forKey: .uploadedAt)
    tags = try members.decodeIfPresent([String].self, forKey: .tags) ?? []
    license = try members.decodeIfPresent(License.self, forKey: .license)
    latitude = try members.decodeIfPresent(Double.self, forKey: .latitude)
    longitude = try members.decodeIfPresent(Double.self, forKey: .longitude)
    renditions = try members.decodeIfPresent([Rendition].self, forKey: .renditions) ?? []
  }
}
