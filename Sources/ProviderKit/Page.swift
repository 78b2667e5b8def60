/// A part of a listing.
public struct Page: Codable, Sendable, Hashable {
  public var photos: [Photo]
  /// Opaque to the host; nil where the listing ends. A short page alone is no end.
  public var next: String?
  /// How many photos the source says it has in all; an estimate, for the progress bar.
  public var total: Int?
  /// Entries that could not be read, each as a sentence that names which and why.
  public var refused: [String]

  public init(photos: [Photo], next: String? = nil, total: Int? = nil, refused: [String] = []) {
    self.photos = photos
    self.next = next
    self.total = total
    self.refused = refused
  }
}

/// A photo as a listing tells of it. Everything but `id` may be missing.
public struct Photo: Codable, Sendable, Hashable {
  /// Unique within the provider. 1 to 200 bytes without control characters.
  public var id: String
  /// Becomes the folder's name; an account's permanent id rather than its nickname.
  public var owner: String
  public var ownerName: String?
  public var title: String
  /// Plain text or HTML as the site gives it.
  public var about: String?
  /// The photo's web page.
  public var pageURL: String?
  /// `YYYY-MM-DD HH:MM:SS`, local time where it was taken, zone unknown.
  public var takenAt: String?
  /// Seconds since 1970.
  public var uploadedAt: Int64?
  public var tags: [String]
  public var license: License?
  /// Degrees north and east.
  public var latitude: Double?
  public var longitude: Double?
  /// Every size that the listing carries an address for; empty where one must ask.
  public var renditions: [Rendition]

  public init(
    id: String, owner: String, ownerName: String? = nil, title: String = "", about: String? = nil,
    pageURL: String? = nil, takenAt: String? = nil, uploadedAt: Int64? = nil, tags: [String] = [],
    license: License? = nil, latitude: Double? = nil, longitude: Double? = nil,
    renditions: [Rendition] = []
  ) {
    self.id = id
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
}

public struct License: Codable, Sendable, Hashable {
  public var name: String
  public var url: String?

  public init(name: String, url: String? = nil) {
    self.name = name
    self.url = url
  }
}

/// One size of a photo, with what the site promises of it.
public struct Rendition: Codable, Sendable, Hashable {
  /// The site's word for the size: `Large 1600`, `Original`.
  public var label: String
  public var url: String
  /// Pixels.
  public var width: Int?
  public var height: Int?
  public var byteCount: Int64?
  public var digest: Digest?
  /// The file as it was uploaded; wins over every other size where the largest is wanted.
  public var isOriginal: Bool

  public init(
    label: String, url: String, width: Int? = nil, height: Int? = nil, byteCount: Int64? = nil,
    digest: Digest? = nil, isOriginal: Bool = false
  ) {
    self.label = label
    self.url = url
    self.width = width
    self.height = height
    self.byteCount = byteCount
    self.digest = digest
    self.isOriginal = isOriginal
  }

  /// A promised hash of the file's bytes.
  public struct Digest: Codable, Sendable, Hashable {
    public enum Algorithm: String, Codable, Sendable {
      case md5, sha1, sha256
    }

    public var algorithm: Algorithm
    /// Lower-case hexadecimal.
    public var hex: String

    public init(_ algorithm: Algorithm, hex: String) {
      self.algorithm = algorithm
      self.hex = hex
    }
  }
}
