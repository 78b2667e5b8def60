import ProviderKit
import WebText

extension SiteRequest {
  /// The request that a provider described, with the values of the settings inserted. Parts that name a
  /// setting without a value are omitted; a missing required setting was reported earlier, by the command
  /// line.
  /// - Throws: ``ProviderFailure`` if the description is not an allowed request.
  init(
    _ description: RequestDescription, settings: [String: String], secrets: [String]
  ) throws(ProviderFailure) {
    let scheme = description.url.prefix { $0 != ":" }.lowercased()
    guard ["http", "https"].contains(scheme) else {
      throw ProviderFailure(
        .malformed, "the provider asks for an address that is not http or https")
    }
    var pairs: [String] = []
    for parameter in description.parameters {
      guard let value = parameter.value(settings) else { continue }
      pairs.append(parameter.name.percentEncoded() + "=" + value.percentEncoded())
    }
    var headers: [Header] = []
    for header in description.headers {
      guard let value = header.value(settings) else { continue }
      guard !(header.name + value).utf8.contains(where: { $0 < 0x20 }) else {
        throw ProviderFailure(.malformed, "the header \(header.name) contains a control character")
      }
      headers.append(Header(header.name, value))
    }
    let separator = description.url.contains("?") ? "&" : "?"
    self.init(
      url: description.url + (pairs.isEmpty ? "" : separator + pairs.joined(separator: "&")))
    (self.headers, body) = (headers, description.body)
    self.secrets = secrets
    credentials = try description.authorization?.credentials(from: settings)
  }
}

extension RequestDescription.Parameter {
  fileprivate func value(_ settings: [String: String]) -> String? {
    value ?? setting.flatMap { settings[$0] }.map { (prefix ?? "") + $0 }
  }
}

extension Authorization {
  /// The values of its settings; nil if one is missing and the request can be sent without.
  /// - Throws: ``ProviderFailure`` with `.setting` if one is missing.
  func credentials(from settings: [String: String]) throws(ProviderFailure) -> Credentials? {
    guard let missing = self.settings.first(where: { settings[$0]?.isEmpty ?? true }) else {
      return credentials { settings[$0] ?? "" }
    }
    guard !isOptional else { return nil }
    throw ProviderFailure(
      .setting, "this needs a sign-in: the setting \"\(missing)\" has no value",
      hint: "sign in with 'photomirror login PROVIDER'")
  }

  private func credentials(_ value: (String) -> String) -> Credentials {
    switch scheme {
    case .oauth1:
      .oauth1(
        OAuthCredentials(
          key: key.map(value) ?? "", secret: secret.map(value) ?? "", token: token.map(value),
          tokenSecret: tokenSecret.map(value)))
    case .bearer: .bearer(token: token.map(value) ?? "")
    case .basic: .basic(user: key.map(value) ?? "", password: secret.map(value) ?? "")
    }
  }
}
