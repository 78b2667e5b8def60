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

/// What came back. Only statuses that are worth reading reach a provider: 200 to 299, and 400 to 499
/// except 408, 425 and 429; the host deals with the others.
public struct Answer: Codable, Sendable, Hashable {
  /// The HTTP status.
  public var status: Int
  /// Lower-case names; of repeated headers the last.
  public var headers: [String: String]
  /// The body as text, from UTF-8 or UTF-16, or from an older encoding if the answer says which; other bytes
  /// have become U+FFFD.
  public var body: String

  /// An answer; tests mostly give just a body.
  public init(status: Int = 200, headers: [String: String] = [:], body: String) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

extension RequestDescription {
  /// The request, proved to be one that the host can make with `settings`.
  /// - Throws: ``ProviderFailure`` with `.malformed`.
  package func checked(settings: [Manifest.Setting]) throws(ProviderFailure) -> RequestDescription {
    guard url.isWebAddress else {
      throw malformed("the request's address \(quoted(url)) is no http or https address")
    }
    guard !url.contains("#") else {
      throw malformed("the request's address \(quoted(url)) has a fragment")
    }
    guard parameters.isEmpty || !url.contains("?") else {
      throw malformed("the request's address \(quoted(url)) has a query besides its parameters")
    }
    guard parameters.count <= JointLimits.entries, headers.count <= JointLimits.entries else {
      throw malformed("the request has more than \(JointLimits.entries) parameters or headers")
    }
    for parameter in parameters + headers { try parameter.check(settings: settings) }
    for header in headers { try header.checkAsHeader() }
    return self
  }
}

extension RequestDescription.Parameter {
  fileprivate func check(settings: [Manifest.Setting]) throws(ProviderFailure) {
    guard name.isName() else {
      throw malformed("a parameter's name is empty, too long or holds control characters")
    }
    guard (value == nil) != (setting == nil) else {
      throw malformed("the parameter \(name) has not exactly one of value and setting")
    }
    guard (value?.utf8.count ?? 0) <= JointLimits.text else {
      throw malformed("the value of the parameter \(name) is too long")
    }
    guard let setting else { return }
    guard settings.contains(where: { $0.name == setting }) else {
      throw malformed("the parameter \(name) uses the unknown setting \(quoted(setting))")
    }
  }

  /// A field's name is a token, and its value holds no line end (RFC 9110, sections 5.1 and 5.5).
  fileprivate func checkAsHeader() throws(ProviderFailure) {
    guard name.utf8.allSatisfy(isTokenByte) else {
      throw malformed("the header \(quoted(name)) is no token")
    }
    guard value.map({ $0.isEmpty || $0.isName(within: JointLimits.text) }) ?? true else {
      throw malformed("the value of the header \(name) holds control characters")
    }
  }

  private func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }
}
