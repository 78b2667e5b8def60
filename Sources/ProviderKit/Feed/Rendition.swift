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

  /// Reads a rendition as a module gave it; an absent `isOriginal` is false.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    label = try members.decode(String.self, forKey: .label)
    url = try members.decode(String.self, forKey: .url)
    width = try members.decodeIfPresent(Int.self, forKey: .width)
    height = try members.decodeIfPresent(Int.self, forKey: .height)
    byteCount = try members.decodeIfPresent(Int64.self, forKey: .byteCount)
    digest = try members.decodeIfPresent(Digest.self, forKey: .digest)
    isOriginal = try members.decodeIfPresent(Bool.self, forKey: .isOriginal) ?? false
  }
}
