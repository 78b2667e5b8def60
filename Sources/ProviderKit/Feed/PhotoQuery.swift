/// Which photo's renditions are wanted.
public struct PhotoQuery: Codable, Sendable, Hashable {
  /// The photo as the listing gave it.
  public var photo: Photo
  /// The settings' values, defaults filled in, secrets left out.
  public var settings: [String: String]

  /// A query for the renditions of `photo`.
  public init(photo: Photo, settings: [String: String] = [:]) {
    self.photo = photo
    self.settings = settings
  }
}

/// Which page of which source is wanted.
public struct PageQuery: Codable, Sendable, Hashable {
  /// What a person wrote after the colon, without the part from `?` on: `recent`, `user/NSID`.
  public var selector: String
  /// What stood after the `?`, percent-decoded: `["tags": "cat"]`.
  public var parameters: [String: String]
  /// The settings' values, defaults filled in, secrets left out.
  public var settings: [String: String]
  /// From ``Page/next`` of the page before; nil for the first page.
  public var cursor: String?
  /// How many photos of the whole listing are wanted, the same for all of its pages; nil: all. A hint
  /// for the length of pages: more may be answered, and fewer as long as there is a next page.
  public var limit: Int?

  /// A query for a page, the first one unless `cursor` is given.
  public init(
    selector: String, parameters: [String: String] = [:], settings: [String: String] = [:],
    cursor: String? = nil, limit: Int? = nil
  ) {
    self.selector = selector
    self.parameters = parameters
    self.settings = settings
    self.cursor = cursor
    self.limit = limit
  }
}
