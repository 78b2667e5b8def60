/// How the host authorizes a request: the provider names the settings, the host inserts their values
/// or signs with them. The provider sees none of them.
public struct Authorization: Codable, Sendable, Hashable {
  /// The schemes that a host knows.
  public enum Scheme: String, Codable, Sendable, CaseIterable {
    /// OAuth 1.0a with HMAC-SHA1 (RFC 5849), in the Authorization header: the query's parameters are
    /// signed. Uses ``Authorization/key``, ``Authorization/secret``, ``Authorization/token`` and
    /// ``Authorization/tokenSecret``.
    case oauth1
    /// `Authorization: Bearer` with ``Authorization/token`` (RFC 6750, section 2.1).
    case bearer
    /// `Authorization: Basic` with ``Authorization/key`` as the user's name and
    /// ``Authorization/secret`` as the password (RFC 7617).
    case basic
  }

  /// The scheme, which decides the settings that are needed: ``key`` and ``secret`` for `oauth1` and `basic`,
  /// ``token`` for `bearer`.
  public var scheme: Scheme
  /// The setting with the public part of the credentials: a consumer key, a user's name.
  public var key: String?
  /// The setting with the secret that belongs to the key.
  public var secret: String?
  /// The setting with the token of the account that signed in.
  public var token: String?
  /// The setting with the secret that belongs to the token.
  public var tokenSecret: String?
  /// Whether the request is sent without authorization if a setting has no value; otherwise that is an
  /// error.
  public var isOptional: Bool

  /// An authorization by the values of the named settings.
  public init(
    _ scheme: Scheme, key: String? = nil, secret: String? = nil, token: String? = nil,
    tokenSecret: String? = nil, isOptional: Bool = false
  ) {
    (self.scheme, self.key, self.secret) = (scheme, key, secret)
    (self.token, self.tokenSecret, self.isOptional) = (token, tokenSecret, isOptional)
  }

  /// Decodes an authorization; it is not optional by default.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    scheme = try members.decode(Scheme.self, forKey: .scheme)
    key = try members.decodeIfPresent(String.self, forKey: .key)
    secret = try members.decodeIfPresent(String.self, forKey: .secret)
    token = try members.decodeIfPresent(String.self, forKey: .token)
    tokenSecret = try members.decodeIfPresent(String.self, forKey: .tokenSecret)
    isOptional = try members.decodeIfPresent(Bool.self, forKey: .isOptional) ?? false
  }
}

extension Authorization {
  /// The settings that it names.
  package var settings: [String] { [key, secret, token, tokenSecret].compactMap(\.self) }

  /// - Throws: ``ProviderFailure`` with `.malformed` if it names no setting of the manifest, or lacks one
  ///   that its scheme needs.
  func check(settings: [Manifest.Setting]) throws(ProviderFailure) {
    for name in self.settings {
      guard settings.contains(where: { $0.name == name }) else {
        throw malformed("the authorization uses the unknown setting \(quoted(name))")
      }
    }
    let needed =
      switch scheme {
      case .oauth1: [key, secret]
      case .bearer: [token]
      case .basic: [key, secret]
      }
    guard !needed.contains(nil), (token == nil) == (tokenSecret == nil) || scheme != .oauth1 else {
      throw malformed("the authorization \(scheme.rawValue) lacks a setting")
    }
  }
}

/// How a user signs in at the site: the host makes the calls, and the provider sees neither codes nor
/// tokens. The settings that it names hold the values.
public struct SignIn: Codable, Sendable, Hashable {
  /// How the calls are signed, with the settings that receive the token.
  public var authorization: Authorization
  /// The setting with the address below which the calls are made, with `/` at its end:
  /// `https://www.flickr.com/services/oauth/`. OAuth 1.0a adds `request_token`, `authorize` and
  /// `access_token`.
  public var endpoint: String
  /// Parameters of the page on which the user agrees: `["perms": "read"]`.
  public var parameters: [String: String]

  /// A sign-in by `authorization` at the address in the setting `endpoint`.
  public init(
    _ authorization: Authorization, endpoint: String, parameters: [String: String] = [:]
  ) {
    (self.authorization, self.endpoint) = (authorization, endpoint)
    self.parameters = parameters
  }
}

extension SignIn {
  /// - Throws: ``ProviderFailure`` with `.malformed` if the host cannot do it.
  func check(settings: [Manifest.Setting]) throws(ProviderFailure) {
    try authorization.check(settings: settings)
    guard authorization.scheme == .oauth1, authorization.token != nil else {
      throw malformed("the sign-in is not by oauth1 with settings for a token")
    }
    guard settings.contains(where: { $0.name == endpoint && !$0.isSecret }) else {
      throw malformed("the sign-in's endpoint \(quoted(endpoint)) is not a setting")
    }
    guard parameters.count <= JointLimits.entries,
      parameters.allSatisfy({ $0.key.isName() && $0.value.isName(within: JointLimits.text) })
    else { throw malformed("a parameter of the sign-in is empty or too long") }
  }
}
