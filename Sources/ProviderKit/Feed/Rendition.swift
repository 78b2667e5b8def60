/// One size of a photo, and what the site promises about the file.
public struct Rendition: Codable, Sendable, Hashable {
  /// The site's name for the size: `Large 1600`, `Original`.
  public var label: String
  /// Address of the file: `http` or `https`.
  public var url: String
  /// Pixels.
  public var width: Int?
  /// Pixels.
  public var height: Int?
  /// Promised length of the file in bytes, which the host verifies; nil if none.
  public var byteCount: Int64?
  /// Promised hash of the file, which the host verifies; nil if none.
  public var digest: Digest?
  /// Whether this is the uploaded file; preferred over all sizes when the largest is wanted.
  public var isOriginal: Bool
  /// What the file is; nil if it is what the photo is.
  public var media: MediaKind?

  /// A rendition; only `label` and `url` are required.
  public init(
    label: String, url: String, width: Int? = nil, height: Int? = nil, byteCount: Int64? = nil,
    digest: Digest? = nil, isOriginal: Bool = false, media: MediaKind? = nil
  ) {
    self.label = label
    self.url = url
    self.width = width
    self.height = height
    self.byteCount = byteCount
    self.digest = digest
    self.isOriginal = isOriginal
    self.media = media
  }

  /// A promised hash of the file.
  public struct Digest: Codable, Sendable, Hashable {
    /// Algorithms that sites use.
    public enum Algorithm: String, Codable, Sendable {
      case md5, sha1, sha256
    }

    /// The algorithm of `hex`.
    public var algorithm: Algorithm
    /// Lower-case hexadecimal.
    public var hex: String

    /// A digest from its hexadecimal digits.
    public init(_ algorithm: Algorithm, hex: String) {
      self.algorithm = algorithm
      self.hex = hex
    }
  }

  /// Decodes a rendition; flags are false by default.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    label = try members.decode(String.self, forKey: .label)
    url = try members.decode(String.self, forKey: .url)
    width = try members.decodeIfPresent(Int.self, forKey: .width)
    height = try members.decodeIfPresent(Int.self, forKey: .height)
    byteCount = try members.decodeIfPresent(Int64.self, forKey: .byteCount)
    digest = try members.decodeIfPresent(Digest.self, forKey: .digest)
    isOriginal = try members.decodeIfPresent(Bool.self, forKey: .isOriginal) ?? false
    media = try members.decodeIfPresent(MediaKind.self, forKey: .media)
  }
}

extension Photo {
  /// The renditions that are what the photo is: those of a video without its stills.
  package var files: [Rendition] { files(among: renditions) }

  /// The same of other renditions, such as those of a call for its sizes.
  package func files(among renditions: [Rendition]) -> [Rendition] {
    media == .video ? renditions.filter { $0.media != .photo } : renditions
  }
}

extension Rendition {
  /// The renditions with labels cleaned and impossible numbers dropped.
  /// - Throws: ``ProviderFailure`` with `.malformed` if there are too many, an address is invalid,
  ///   or a promised digest is malformed: dropping it would verify less than was promised.
  package static func checked(_ renditions: [Rendition]) throws(ProviderFailure) -> [Rendition] {
    guard renditions.count <= JointLimits.renditions else {
      throw malformed("there are more than \(JointLimits.renditions) renditions")
    }
    return try renditions.map { rendition throws(ProviderFailure) in try rendition.checked() }
  }

  private func checked() throws(ProviderFailure) -> Rendition {
    guard label.isName() else {
      throw malformed("a rendition's label is empty, too long or contains control characters")
    }
    guard url.isWebAddress else {
      throw malformed("the rendition \(label) has no http or https address: \(quoted(url))")
    }
    guard digest.map(\.isWellFormed) ?? true else {
      throw malformed("the rendition \(label) has a malformed digest")
    }
    var checked = self
    checked.width = width.flatMap { Rendition.isEdge($0) ? $0 : nil }
    checked.height = height.flatMap { Rendition.isEdge($0) ? $0 : nil }
    checked.byteCount = byteCount.flatMap { $0 > 0 ? $0 : nil }
    return checked
  }

  private static func isEdge(_ pixels: Int) -> Bool { (1...JointLimits.edge).contains(pixels) }
}

extension Rendition.Digest {
  fileprivate var isWellFormed: Bool {
    hex.utf8.count == algorithm.digits
      && hex.utf8.allSatisfy { byte in
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
          || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
      }
  }
}

extension Rendition.Digest.Algorithm {
  fileprivate var digits: Int {
    switch self {
    case .md5: 32
    case .sha1: 40
    case .sha256: 64
    }
  }
}
