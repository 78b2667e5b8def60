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

/// Under which terms a photo may be used.
public struct License: Codable, Sendable, Hashable {
  /// As the site says it: `CC BY 4.0`.
  public var name: String
  /// Where the terms are written out.
  public var url: String?

  /// A licence by its name and, where it is known, the address of its terms.
  public init(name: String, url: String? = nil) {
    self.name = name
    self.url = url
  }
}

extension Photo {
  /// The photo, its texts cleaned and impossible numbers dropped.
  /// - Throws: ``ProviderFailure`` with `.malformed` if its id, site, owner or an address is invalid.
  package func checked() throws(ProviderFailure) -> Photo {
    guard id.isName() else {
      throw malformed("the id is empty, too long or holds control characters")
    }
    guard site?.isName() ?? true else {
      throw malformed("the site is empty, too long or holds control characters")
    }
    guard owner.isEmpty || owner.isName() else {
      throw malformed("the owner is too long or holds control characters")
    }
    var checked = self
    checked.ownerName = ownerName?.cleaned(to: JointLimits.text)
    checked.title = title.cleaned(to: JointLimits.text)
    checked.about = about?.cleaned(to: JointLimits.text, keepsLines: true)
    checked.pageURL = pageURL.flatMap { $0.isWebAddress ? $0 : nil }
    checked.takenAt = takenAt.flatMap(Photo.checked(takenAt:))
    checked.uploadedAt = uploadedAt.flatMap { Photo.moments.contains($0) ? $0 : nil }
    checked.tags = tags.prefix(JointLimits.tags).map { $0.cleaned(to: JointLimits.sentence) }
    checked.license = license?.cleaned()
    if !isOnEarth { (checked.latitude, checked.longitude) = (nil, nil) }
    checked.renditions = try Rendition.checked(renditions)
    return checked
  }

  /// Seconds since 1970 of the years 1 to 9999, which every calendar can write.
  private static let moments: ClosedRange<Int64> = -62_135_596_800...253_402_300_799

  private var isOnEarth: Bool {
    guard let latitude, let longitude else { return false }
    return (-90...90).contains(latitude) && (-180...180).contains(longitude)
  }
}

extension License {
  fileprivate func cleaned() -> License {
    License(
      name: name.cleaned(to: JointLimits.sentence), url: url.flatMap { $0.isWebAddress ? $0 : nil })
  }
}
