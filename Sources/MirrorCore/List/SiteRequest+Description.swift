import Foundation
import ProviderKit

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
      pairs.append(Self.encode(parameter.name) + "=" + Self.encode(value))
    }
    var headers: [Header] = []
    for header in description.headers {
      guard let value = header.value(settings) else { continue }
      guard !(header.name + value).utf8.contains(where: { $0 < 0x20 }) else {
        throw ProviderFailure(.malformed, "the header \(header.name) holds a control character")
      }
      headers.append(Header(header.name, value))
    }
    let separator = description.url.contains("?") ? "&" : "?"
    self.init(
      url: description.url + (pairs.isEmpty ? "" : separator + pairs.joined(separator: "&")))
    self.headers = headers
    self.secrets = secrets
  }

  /// Encodes all characters but RFC 3986's unreserved ones (section 2.3) as percent triplets.
  private static func encode(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
  }

  private static let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}

extension RequestDescription.Parameter {
  fileprivate func value(_ settings: [String: String]) -> String? {
    value ?? setting.flatMap { settings[$0] }
  }
}
