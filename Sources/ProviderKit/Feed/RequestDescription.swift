/// A GET request that the host is to make: an address, and what goes into its query.
public struct RequestDescription: Codable, Sendable, Hashable {
  /// `http` or `https`; anything else is refused by the host. Without a fragment, and without a
  /// query unless `parameters` is empty: a feed's own address is then asked for as it stands.
  public var url: String
  /// Percent-encoded by the host (RFC 3986, section 2) and appended in this order.
  public var parameters: [Parameter]
  /// Sent besides the host's own.
  public var headers: [Parameter]

  /// A request without anything but an address, unless more is given.
  public init(url: String, parameters: [Parameter] = [], headers: [Parameter] = []) {
    self.url = url
    self.parameters = parameters
    self.headers = headers
  }

  /// Reads a request as a module gave it; absent lists are empty.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    url = try members.decode(String.self, forKey: .url)
    parameters = try members.decodeIfPresent([Parameter].self, forKey: .parameters) ?? []
    headers = try members.decodeIfPresent([Parameter].self, forKey: .headers) ?? []
  }

  /// A name with its value, or with the name of the setting that holds the value.
  public struct Parameter: Codable, Sendable, Hashable {
    /// As it goes into the query or the header.
    public var name: String
    /// The value itself; nil where `setting` holds it.
    public var value: String?
    /// The host puts this setting's value; the only way to use a secret one. Where an optional setting
    /// has none, the parameter is left out.
    public var setting: String?

    /// A name with its value.
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }

    /// A name with the setting that holds its value.
    public init(_ name: String, setting: String) {
      self.name = name
      self.setting = setting
    }
  }
}
