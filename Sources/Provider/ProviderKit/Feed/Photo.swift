/// A photo in a listing. Everything except `id` is optional.
public struct Photo: Codable, Sendable, Hashable {
  /// Unique within ``site``, or within the provider if that is nil. 1 to 200 bytes without control
  /// characters.
  public var id: String
  /// The site that issued the id, in the form of ``site(of:)``: `flickr.com`. Photos with the same
  /// site and id are one photo, whichever provider lists them, so a provider sets only the site
  /// that it requested. Nil if other providers do not use these ids.
  public var site: String?
  /// The owner's permanent account id rather than a nickname; becomes the folder's name.
  public var owner: String
  /// The owner's nickname or full name, for people.
  public var ownerName: String?
  /// One line; empty if none.
  public var title: String
  /// Plain text or HTML, as the site gives it.
  public var about: String?
  /// The photo's web page.
  public var pageURL: String?
  /// `YYYY-MM-DD HH:MM:SS` in local time of an unknown zone. Only the known parts: `1905-06` for a
  /// month, `1905` for a year, `1905~` for about a year (ISO 8601-2, EDTF).
  public var takenAt: String?
  /// Seconds since 1970.
  public var uploadedAt: Int64?
  /// Without `#` and duplicates.
  public var tags: [String]
  /// Nil where the site does not say.
  public var license: License?
  /// Degrees north; ignored without `longitude`.
  public var latitude: Double?
  /// Degrees east; ignored without `latitude`.
  public var longitude: Double?
  /// Nil where the site does not say.
  public var privacy: Privacy?
  /// Whether the site says that it shows the photo to some people only.
  package var isPrivate: Bool { privacy.map { $0 != .public } ?? false }
  /// Nil for a photo.
  public var media: MediaKind?
  /// Nil if it is ready.
  public var status: MediaStatus?
  /// The length of a video in seconds.
  public var duration: Double?
  /// When anything about it last changed at the site, in seconds since 1970.
  public var updatedAt: Int64?
  /// When it came into this listing, such as a pool or the favorites of an account, in seconds since
  /// 1970.
  public var addedAt: Int64?
  /// All sizes whose address is in the listing; empty if they need a request.
  public var renditions: [Rendition]
  /// Why there are no larger sizes; nil if the site does not say, or if there are.
  public var sizeLimit: SizeLimit?
  /// What is known besides; nil in most listings.
  public var details: PhotoDetails?

  /// A photo; only `id` and `owner` are required.
  public init(
    id: String, site: String? = nil, owner: String, ownerName: String? = nil, title: String = "",
    about: String? = nil,
    pageURL: String? = nil, takenAt: String? = nil, uploadedAt: Int64? = nil, tags: [String] = [],
    license: License? = nil, latitude: Double? = nil, longitude: Double? = nil,
    privacy: Privacy? = nil, media: MediaKind? = nil, status: MediaStatus? = nil,
    duration: Double? = nil, updatedAt: Int64? = nil, addedAt: Int64? = nil,
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
    (self.privacy, self.media, self.status) = (privacy, media, status)
    (self.duration, self.updatedAt, self.addedAt) = (duration, updatedAt, addedAt)
    self.renditions = renditions
  }

  /// Decodes a photo; everything except `id` has a default.
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
    privacy = try members.decodeIfPresent(Privacy.self, forKey: .privacy)
    media = try members.decodeIfPresent(MediaKind.self, forKey: .media)
    status = try members.decodeIfPresent(MediaStatus.self, forKey: .status)
    duration = try members.decodeIfPresent(Double.self, forKey: .duration)
    updatedAt = try members.decodeIfPresent(Int64.self, forKey: .updatedAt)
    addedAt = try members.decodeIfPresent(Int64.self, forKey: .addedAt)
    renditions = try members.decodeIfPresent([Rendition].self, forKey: .renditions) ?? []
    sizeLimit = try members.decodeIfPresent(SizeLimit.self, forKey: .sizeLimit)
    details = try members.decodeIfPresent(PhotoDetails.self, forKey: .details)
  }
}

/// The terms of use of a photo.
public struct License: Codable, Sendable, Hashable {
  /// Its name as on the site: `CC BY 4.0`.
  public var name: String
  /// Address of the terms; nil if unknown.
  public var url: String?

  /// A licence with its name and, if known, the address of its terms.
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
      throw malformed("the id is empty, too long or contains control characters")
    }
    guard site?.isName() ?? true else {
      throw malformed("the site is empty, too long or contains control characters")
    }
    guard owner.isEmpty || owner.isName() else {
      throw malformed("the owner is too long or contains control characters")
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
    checked.duration = duration.flatMap { $0.isFinite && (0...1e9).contains($0) ? $0 : nil }
    checked.updatedAt = updatedAt.flatMap { Photo.moments.contains($0) ? $0 : nil }
    checked.addedAt = addedAt.flatMap { Photo.moments.contains($0) ? $0 : nil }
    if !isOnEarth { (checked.latitude, checked.longitude) = (nil, nil) }
    checked.renditions = try Rendition.checked(renditions)
    checked.details = details?.checked()
    return checked
  }

  /// Seconds since 1970 for the years 1 to 9999, which every calendar can format.
  static let moments: ClosedRange<Int64> = -62_135_596_800...253_402_300_799

  private var isOnEarth: Bool {
    guard let latitude, let longitude else { return false }
    return (-90...90).contains(latitude) && (-180...180).contains(longitude)
  }
}

extension Photo {
  /// The licence in its listing, or else in its details.
  package var statedLicense: License? { license ?? details?.info?.license }
}

extension License {
  func cleaned() -> License {
    License(
      name: name.cleaned(to: JointLimits.sentence), url: url.flatMap { $0.isWebAddress ? $0 : nil })
  }
}
