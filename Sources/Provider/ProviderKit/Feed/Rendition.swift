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
  /// Further promised hashes; all are verified.
  public var digests: [Digest]
  /// Whether this is the uploaded file; preferred over all sizes when the largest is wanted.
  public var isOriginal: Bool
  /// What the file is; nil if it is what the photo is.
  public var media: MediaKind?
  /// Headers in addition to the host's, such as `Referer`; sent only to the origin of the address, and never
  /// stored.
  public var headers: [RequestDescription.Parameter]
  /// Other addresses of the same file, tried in this order if the server has no such file, or refuses it.
  public var fallbacks: [String]
  /// Whether the address holds for a while only, as a signed one does: it is not stored.
  public var isTransient: Bool
  /// Pixels: a file with a shorter edge is an icon, and is left out. For pictures of unknown size among which
  /// there may be icons; nil for others.
  public var leastEdge: Int?

  /// A rendition; only `label` and `url` are required.
  public init(
    label: String, url: String, width: Int? = nil, height: Int? = nil, byteCount: Int64? = nil,
    digest: Digest? = nil, isOriginal: Bool = false, media: MediaKind? = nil,
    digests: [Digest] = [], headers: [RequestDescription.Parameter] = [],
    fallbacks: [String] = [], isTransient: Bool = false, leastEdge: Int? = nil
  ) {
    self.label = label
    self.url = url
    self.width = width
    self.height = height
    self.byteCount = byteCount
    self.digest = digest
    self.isOriginal = isOriginal
    self.media = media
    (self.digests, self.headers) = (digests, headers)
    (self.fallbacks, self.isTransient) = (fallbacks, isTransient)
    self.leastEdge = leastEdge
  }

  /// Decodes a rendition; flags are false by default.
  public init(from decoder: any Decoder) throws {
    if let plain = Rendition(plain: decoder) {
      self = plain
      return
    }
    let members = try decoder.container(keyedBy: CodingKeys.self)
    label = try members.decode(String.self, forKey: .label)
    url = try members.decode(String.self, forKey: .url)
    width = try members.decodeIfPresent(Int.self, forKey: .width)
    height = try members.decodeIfPresent(Int.self, forKey: .height)
    byteCount = try members.decodeIfPresent(Int64.self, forKey: .byteCount)
    digest = try members.decodeIfPresent(Digest.self, forKey: .digest)
    isOriginal = try members.decodeIfPresent(Bool.self, forKey: .isOriginal) ?? false
    media = try members.decodeIfPresent(MediaKind.self, forKey: .media)
    digests = try members.decodeIfPresent([Digest].self, forKey: .digests) ?? []
    headers =
      try members.decodeIfPresent([RequestDescription.Parameter].self, forKey: .headers) ?? []
    fallbacks = try members.decodeIfPresent([String].self, forKey: .fallbacks) ?? []
    isTransient = try members.decodeIfPresent(Bool.self, forKey: .isTransient) ?? false
    leastEdge = try members.decodeIfPresent(Int.self, forKey: .leastEdge)
  }

  /// Encodes a rendition; what most have not is left out, because a page has thousands of them.
  public func encode(to encoder: any Encoder) throws {
    if writePlain(to: encoder) { return }
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(label, forKey: .label)
    try members.encode(url, forKey: .url)
    try members.encodeIfPresent(width, forKey: .width)
    try members.encodeIfPresent(height, forKey: .height)
    try members.encodeIfPresent(byteCount, forKey: .byteCount)
    try members.encodeIfPresent(digest, forKey: .digest)
    try members.encode(isOriginal, forKey: .isOriginal)
    try members.encodeIfPresent(media, forKey: .media)
    if !digests.isEmpty { try members.encode(digests, forKey: .digests) }
    if !headers.isEmpty { try members.encode(headers, forKey: .headers) }
    if !fallbacks.isEmpty { try members.encode(fallbacks, forKey: .fallbacks) }
    if isTransient { try members.encode(true, forKey: .isTransient) }
    try members.encodeIfPresent(leastEdge, forKey: .leastEdge)
  }

  private enum CodingKeys: CodingKey {
    case label, url, width, height, byteCount, digest, isOriginal, media, digests, headers
    case fallbacks, isTransient, leastEdge
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
