/// Selects a photo whose renditions are requested.
public struct PhotoQuery: Codable, Sendable, Hashable {
  /// The photo as in the listing.
  public var photo: Photo
  /// The settings' values, defaults filled in, secrets left out.
  public var settings: [String: String]

  /// A query for the renditions of `photo`.
  public init(photo: Photo, settings: [String: String] = [:]) {
    self.photo = photo
    self.settings = settings
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
  /// ``Page/next`` of the previous page; nil for the first page.
  public var cursor: String?
  /// How many photos of the whole listing are wanted, the same for all its pages; nil for all. A
  /// hint for the page length: an answer may contain more, or fewer if there is a next page.
  public var limit: Int?

  /// A query for a page; the first one unless `cursor` is given.
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
