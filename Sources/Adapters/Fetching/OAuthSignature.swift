import Digests
import Foundation
import MirrorCore
import WebText

/// Signs requests by OAuth 1.0a with HMAC-SHA1 (RFC 5849, section 3.4). Pure.
struct OAuthSignature {
  let credentials: OAuthCredentials
  /// Unique among the requests of one second.
  let nonce: String
  /// Seconds since 1970.
  let timestamp: Int64
  var method = "GET"
  /// The body, if it is a form: its parameters are signed as well.
  var form: String?

  /// The value of the Authorization header for a request.
  func header(for url: String) -> String {
    let own = parameters.merging(["oauth_signature": signature(for: url)]) { $1 }
    let pairs = own.sorted { $0.key < $1.key }.map {
      "\(Self.encode($0.key))=\"\(Self.encode($0.value))\""
    }
    return "OAuth " + pairs.joined(separator: ", ")
  }

  /// In base 64.
  func signature(for url: String) -> String {
    let key =
      Self.encode(credentials.secret) + "&" + Self.encode(credentials.tokenSecret ?? "")
    let code = DigestAlgorithm.sha1.authenticationCode(
      of: Array(baseString(for: url).utf8), key: Array(key.utf8))
    return Data(code).base64EncodedString()
  }

  /// The text that is signed (section 3.4.1): method, address without query, and all parameters, those of
  /// the query and of the protocol, encoded and in the order of their bytes.
  func baseString(for url: String) -> String {
    let parts = url.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    var pairs = parameters.map { (Self.encode($0.key), Self.encode($0.value)) }
    let given = [String(parts.dropFirst().joined()), form ?? ""]
    for pair in given.flatMap({ $0.split(separator: "&") }) {
      let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      pairs.append((Self.encoded(halves[0]), Self.encoded(halves.dropFirst().first ?? "")))
    }
    // Encoded text is ASCII, so that Swift's order is that of the bytes.
    pairs.sort { $0 < $1 }
    let query = pairs.map { "\($0)=\($1)" }.joined(separator: "&")
    return "\(method)&\(Self.encode(Self.base(of: String(parts[0]))))&\(Self.encode(query))"
  }

  private var parameters: [String: String] {
    var parameters = credentials.parameters
    parameters["oauth_consumer_key"] = credentials.key
    parameters["oauth_nonce"] = nonce
    parameters["oauth_signature_method"] = "HMAC-SHA1"
    parameters["oauth_timestamp"] = "\(timestamp)"
    parameters["oauth_version"] = "1.0"
    parameters["oauth_token"] = credentials.token
    return parameters
  }

  /// Scheme and host in lower case, without a default port (section 3.4.1.2).
  private static func base(of address: String) -> String {
    guard var parts = URLComponents(string: address) else { return address }
    parts.scheme = parts.scheme?.lowercased()
    parts.host = parts.host?.lowercased()
    let usual = parts.scheme == "https" ? 443 : 80
    if parts.port == usual { parts.port = nil }
    if parts.path.isEmpty { parts.path = "/" }
    return parts.string ?? address
  }

  /// A part of a query in the encoding of the protocol.
  private static func encoded(_ text: Substring) -> String {
    encode(text.replacing("+", with: " ").removingPercentEncoding ?? String(text))
  }

  /// Section 3.6.
  private static func encode(_ text: String) -> String { text.percentEncoded() }
}

extension Credentials {
  /// The Authorization header of one attempt.
  func header(for request: SiteRequest) -> SiteRequest.Header {
    SiteRequest.Header("Authorization", value(for: request))
  }

  private func value(for request: SiteRequest) -> String {
    switch self {
    case .oauth1(let own):
      var random = SystemRandomNumberGenerator()
      let nonce =
        String(random.next() as UInt64, radix: 36) + String(random.next() as UInt64, radix: 36)
      let now = Int64(Date().timeIntervalSince1970)
      let signature = OAuthSignature(
        credentials: own, nonce: nonce, timestamp: now,
        method: request.body == nil ? "GET" : "POST",
        form: request.isForm ? request.body : nil)
      return signature.header(for: request.url)
    case .bearer(let token): return "Bearer \(token)"
    case .basic(let user, let password):
      return "Basic " + Data("\(user):\(password)".utf8).base64EncodedString()
    }
  }
}

extension SiteRequest {
  /// Whether its body is a form (RFC 5849, section 3.4.1.3.1).
  fileprivate var isForm: Bool {
    headers.contains {
      $0.name.lowercased() == "content-type"
        && $0.value.lowercased().hasPrefix("application/x-www-form-urlencoded")
    }
  }
}
