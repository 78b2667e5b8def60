import Digests
import Foundation

/// The protocol's parameters of a request: of its Authorization header, or of its query, where clients may
/// put them as well (RFC 5849, section 3.5).
struct OAuthHeader {
  private let own: [String: String]

  /// Nil if the request is not signed.
  init?(_ request: Request) {
    var own = request.arguments.filter { $0.key.hasPrefix("oauth_") }
    if let header = request.authorization, header.hasPrefix("OAuth ") {
      for field in header.dropFirst(6).matches(of: /([^=, ]+) *= *"?([^",]*)"?/) {
        own[Self.decode(field.1)] = Self.decode(field.2)
      }
    }
    guard own["oauth_signature"] != nil else { return nil }
    self.own = own
  }

  subscript(name: String) -> String? { own[name] }

  /// The signature that the request should have.
  func signature(of request: Request, tokenSecret: String) -> String {
    let all = request.arguments.merging(own) { $1 }.filter {
      $0.key != "oauth_signature" && $0.key != "realm"
    }
    let pairs = all.map { (Self.encode($0.key), Self.encode($0.value)) }.sorted { $0 < $1 }
      .map { "\($0.0)=\($0.1)" }
    let base = [
      request.method, "http://\(request.host?.lowercased() ?? "")\(request.path)",
      pairs.joined(separator: "&"),
    ].map(Self.encode).joined(separator: "&")
    let key = Self.encode(OAuthDesk.secret) + "&" + Self.encode(tokenSecret)
    return Data(
      DigestAlgorithm.sha1.authenticationCode(of: Array(base.utf8), key: Array(key.utf8))
    ).base64EncodedString()
  }

  private static let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

  /// By Foundation, so that it shares nothing with the client's own encoding.
  static func encode(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? text
  }

  private static func decode(_ text: Substring) -> String {
    text.removingPercentEncoding ?? String(text)
  }
}
