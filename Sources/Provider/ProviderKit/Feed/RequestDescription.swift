/// A request for the host to send: an address and its query; with a body, a POST request.
public struct RequestDescription: Codable, Sendable, Hashable {
  /// `http` or `https`; others are refused by the host. Without a fragment, and without a query
  /// unless `parameters` is empty: then the address is requested as it is.
  public var url: String
  /// Query parameters, percent-encoded by the host (RFC 3986, section 2) and appended in this
  /// order.
  public var parameters: [Parameter]
  /// Headers in addition to the host's.
  public var headers: [Parameter]
  /// How the host authorizes it; nil for a request that anybody may send.
  public var authorization: Authorization?
  /// The body of a POST request; nil for a GET request. It is repeated after a failure, so that it must not
  /// change anything at the site. A header `Content-Type` says what it is.
  public var body: String?

  /// A request; only `url` is required.
  public init(
    url: String, parameters: [Parameter] = [], headers: [Parameter] = [],
    authorization: Authorization? = nil, body: String? = nil
  ) {
    self.url = url
    self.parameters = parameters
    self.headers = headers
    self.authorization = authorization
    self.body = body
  }

  /// Decodes a request; missing lists are empty.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    url = try members.decode(String.self, forKey: .url)
    parameters = try members.decodeIfPresent([Parameter].self, forKey: .parameters) ?? []
    headers = try members.decodeIfPresent([Parameter].self, forKey: .headers) ?? []
    authorization = try members.decodeIfPresent(Authorization.self, forKey: .authorization)
    body = try members.decodeIfPresent(String.self, forKey: .body)
  }

  /// A name with a value, or with the setting that holds the value.
  public struct Parameter: Codable, Sendable, Hashable {
    /// The name in the query or the header.
    public var name: String
    /// The value; nil if `setting` holds it.
    public var value: String?
    /// The setting whose value the host inserts; the only way to use a secret. If an optional
    /// setting has no value, the parameter is left out.
    public var setting: String?
    /// What the host writes before the setting's value: `Token `.
    public var prefix: String?

    /// A name with a value.
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }

    /// A name with the setting that holds the value.
    public init(_ name: String, setting: String, prefix: String? = nil) {
      self.name = name
      self.setting = setting
      self.prefix = prefix
    }
  }
}

/// The answer to a request. A provider gets only statuses with a meaningful body: 200 to 299, and
/// 400 to 499 except 408, 425 and 429; the host handles the others.
public struct Answer: Codable, Sendable, Hashable {
  /// The HTTP status.
  public var status: Int
  /// Headers with lower-case names; the last of repeated ones.
  public var headers: [String: String]
  /// The body as text, from UTF-8 or UTF-16, or from an older encoding if the answer names it;
  /// invalid bytes become U+FFFD.
  public var body: String
  /// The address that answered after redirects, without credentials, query and fragment; nil if unknown.
  public var url: String?

  /// An answer; tests usually need only a body.
  public init(
    status: Int = 200, headers: [String: String] = [:], body: String, url: String? = nil
  ) {
    self.status = status
    self.headers = headers
    self.body = body
    self.url = url
  }
}

extension RequestDescription {
  /// The request after checking that the host can send it with `settings`.
  /// - Throws: ``ProviderFailure`` with `.malformed`.
  package func checked(settings: [Manifest.Setting]) throws(ProviderFailure) -> RequestDescription {
    guard url.isWebAddress else {
      throw malformed("the request's address \(quoted(url)) is not an http or https address")
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
    guard (body?.utf8.count ?? 0) <= JointLimits.body else {
      throw malformed("the body of the request is longer than \(JointLimits.body >> 20) MiB")
    }
    for parameter in parameters + headers { try parameter.check(settings: settings) }
    for header in headers { try header.checkAsHeader() }
    try authorization?.check(settings: settings)
    return self
  }
}

extension RequestDescription.Parameter {
  func check(settings: [Manifest.Setting]) throws(ProviderFailure) {
    guard name.isName() else {
      throw malformed("a parameter's name is empty, too long or contains control characters")
    }
    guard (value == nil) != (setting == nil) else {
      throw malformed("the parameter \(name) must have either a value or a setting")
    }
    guard (value?.utf8.count ?? 0) <= JointLimits.text, prefix?.isName() ?? true,
      prefix == nil || setting != nil
    else {
      throw malformed("the value of the parameter \(name) is too long")
    }
    guard let setting else { return }
    guard settings.contains(where: { $0.name == setting }) else {
      throw malformed("the parameter \(name) uses the unknown setting \(quoted(setting))")
    }
  }

  /// A header's name is a token, and its value contains no line break (RFC 9110, sections 5.1 and
  /// 5.5).
  func checkAsHeader() throws(ProviderFailure) {
    guard name.utf8.allSatisfy(isTokenByte) else {
      throw malformed("the header name \(quoted(name)) is invalid")
    }
    guard value.map({ $0.isEmpty || $0.isName(within: JointLimits.text) }) ?? true else {
      throw malformed("the value of the header \(name) contains control characters")
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
