/// Selects a photo whose renditions or details are requested.
public struct PhotoQuery: Codable, Sendable, Hashable {
  /// The photo as in the listing.
  public var photo: Photo
  /// The settings' values, defaults filled in, secrets left out.
  public var settings: [String: String]
  /// The names of the secret settings that have a value.
  public var secrets: Set<String>
  /// The wanted parts of the photo's details; empty in a query for renditions.
  public var parts: Set<PhotoDetails.Part>

  /// A query for the renditions of `photo`, or for parts of its details.
  public init(
    photo: Photo, settings: [String: String] = [:], secrets: Set<String> = [],
    parts: Set<PhotoDetails.Part> = []
  ) {
    self.photo = photo
    self.settings = settings
    self.secrets = secrets
    self.parts = parts
  }

  /// Decodes a query; `secrets` and `parts` may be missing.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    photo = try members.decode(Photo.self, forKey: .photo)
    settings = try members.decode([String: String].self, forKey: .settings)
    secrets = try members.decodeIfPresent(Set<String>.self, forKey: .secrets) ?? []
    parts = try members.decodeIfPresent(Set<PhotoDetails.Part>.self, forKey: .parts) ?? []
  }
}

/// Selects a page of a feed.
public struct PageQuery: Codable, Sendable, Hashable {
  /// The part after the colon and before `?`: `recent`, `user/NSID`.
  public var selector: String
  /// The parameters after the `?`, percent-decoded: `["tags": "cat"]`.
  public var parameters: [String: String]
  /// The settings' values, defaults filled in, secrets left out.
  public var settings: [String: String]
  /// The names of the secret settings that have a value.
  public var secrets: Set<String>
  /// ``Resolution/value`` of the selector; nil if there was no look-up.
  public var resolved: String?
  /// ``Page/next`` of the previous page; nil for the first page.
  public var cursor: String?
  /// How many photos of the whole listing are wanted, the same for all its pages; nil for all. A
  /// hint for the page length: an answer may contain more, or fewer if there is a next page.
  public var limit: Int?

  /// A query for a page; the first one unless `cursor` is given.
  public init(
    selector: String, parameters: [String: String] = [:], settings: [String: String] = [:],
    secrets: Set<String> = [], resolved: String? = nil, cursor: String? = nil, limit: Int? = nil
  ) {
    self.selector = selector
    self.parameters = parameters
    self.settings = settings
    self.secrets = secrets
    self.resolved = resolved
    self.cursor = cursor
    self.limit = limit
  }

  /// Decodes a query; members that came later may be missing.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    selector = try members.decode(String.self, forKey: .selector)
    parameters = try members.decode([String: String].self, forKey: .parameters)
    settings = try members.decode([String: String].self, forKey: .settings)
    secrets = try members.decodeIfPresent(Set<String>.self, forKey: .secrets) ?? []
    resolved = try members.decodeIfPresent(String.self, forKey: .resolved)
    cursor = try members.decodeIfPresent(String.self, forKey: .cursor)
    limit = try members.decodeIfPresent(Int.self, forKey: .limit)
  }
}
