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

  public init(
    selector: String, parameters: [String: String] = [:], settings: [String: String] = [:],
    cursor: String? = nil
  ) {
    self.selector = selector
    self.parameters = parameters
    self.settings = settings
    self.cursor = cursor
  }
}

/// Which photo's renditions are wanted.
public struct PhotoQuery: Codable, Sendable, Hashable {
  /// The photo as the listing gave it.
  public var photo: Photo
  /// The settings' values, defaults filled in, secrets left out.
  public var settings: [String: String]

  public init(photo: Photo, settings: [String: String] = [:]) {
    self.photo = photo
    self.settings = settings
  }
}

/// A GET request that the host is to make: an address without query, and what goes into its query.
public struct RequestDescription: Codable, Sendable, Hashable {
  /// `http` or `https`; anything else is refused by the host.
  public var url: String
  /// Percent-encoded by the host (RFC 3986, section 2) and appended in this order.
  public var parameters: [Parameter]
  public var headers: [Parameter]

  public init(url: String, parameters: [Parameter] = [], headers: [Parameter] = []) {
    self.url = url
    self.parameters = parameters
    self.headers = headers
  }

  /// A name with its value, or with the name of the setting that holds the value.
  public struct Parameter: Codable, Sendable, Hashable {
    public var name: String
    public var value: String?
    /// The host puts this setting's value; the only way to use a secret one.
    public var setting: String?

    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }

    public init(_ name: String, setting: String) {
      self.name = name
      self.setting = setting
    }
  }
}

/// What came back. Only statuses that are worth reading reach a provider: 200 to 299, and 400 to 499
/// except 408, 425 and 429; the host deals with the others.
public struct Answer: Codable, Sendable, Hashable {
  public var status: Int
  /// Lower-case names; of repeated headers the last.
  public var headers: [String: String]
  /// The body as text; bytes that are not UTF-8 have become U+FFFD.
  public var body: String

  public init(status: Int = 200, headers: [String: String] = [:], body: String) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}
