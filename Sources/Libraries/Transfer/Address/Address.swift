import CCurl

/// An http or https address, parsed by libcurl, which also connects to it: a second parser could
/// disagree about where the host ends.
struct Address: Sendable {
  private static let maximumLength = 16_384

  /// As it is sent: spaces and bytes beyond ASCII are percent-encoded.
  let url: String
  let endpoint: Endpoint

  var host: String { endpoint.host }

  /// An address whose endpoint is already known.
  init(url: String, endpoint: Endpoint) {
    self.url = url
    self.endpoint = endpoint
  }

  init(_ text: String) throws(Fault) {
    guard text.utf8.count <= Self.maximumLength, !text.utf8.contains(0) else {
      throw Fault(.badURL, "the address is too long or contains a zero byte")
    }
    guard let parts = curl_url() else { throw Fault.system(12, "cannot parse an address") }
    defer { curl_url_cleanup(parts) }
    let code = curl_url_set(parts, CURLUPART_URL, text, ccurl_url_encode)
    guard code == CURLUE_OK else { throw .notAnAddress(code) }
    let scheme = try Self.part(CURLUPART_SCHEME, of: parts).lowercased()
    guard scheme == "http" || scheme == "https" else {
      throw Fault(.badURL, "only http and https are supported, not \(scheme)")
    }
    endpoint = Endpoint(
      scheme: scheme, name: try Self.part(CURLUPART_HOST, of: parts).lowercased(),
      port: try Self.part(CURLUPART_PORT, of: parts, ccurl_url_default_port))
    url = Self.isPlain(text) ? text : try Self.part(CURLUPART_URL, of: parts)
  }

  /// Whether the text can be sent as it is: nothing to encode, and not too long.
  static func isPlain(_ text: String) -> Bool {
    text.utf8.count <= maximumLength && text.utf8.allSatisfy { (33...126).contains($0) }
  }

  /// The address without credentials, query and fragment, for messages; secrets are still to be
  /// redacted. Computed only when a message needs it.
  var place: String {
    guard let parts = curl_url() else { return endpoint.origin }
    defer { curl_url_cleanup(parts) }
    curl_url_set(parts, CURLUPART_URL, url, 0)
    for secret in [CURLUPART_USER, CURLUPART_PASSWORD, CURLUPART_QUERY, CURLUPART_FRAGMENT] {
      curl_url_set(parts, secret, nil, 0)
    }
    return ((try? Self.part(CURLUPART_URL, of: parts)) ?? endpoint.origin)
  }

  private static func part(_ part: CURLUPart, of parts: OpaquePointer, _ flags: UInt32 = 0)
    throws(Fault) -> String
  {
    var text: UnsafeMutablePointer<CChar>?
    let code = curl_url_get(parts, part, &text, flags)
    guard code == CURLUE_OK, let text else { throw .notAnAddress(code) }
    defer { curl_free(text) }
    return String(cString: text)
  }
}

extension Fault {
  fileprivate static func notAnAddress(_ code: CURLUcode) -> Fault {
    Fault(.badURL, "not an address: \(String(cString: curl_url_strerror(code)).lowercasedFirst)")
  }
}

/// Scheme, host and port of an address. A class, because very many addresses share one.
final class Endpoint: Sendable {
  /// In lower case; an IPv6 address in its brackets.
  let name: String
  /// Host and port: what the limit per host counts.
  let host: String
  /// Scheme, host and port: what credentials are bound to.
  let origin: String
  /// Whether it is https.
  let isSecure: Bool

  /// - Parameters:
  ///   - scheme: in lower case.
  ///   - name: in lower case.
  init(scheme: String, name: String, port: String) {
    self.name = name
    host = "\(name):\(port)"
    origin = "\(scheme)://\(host)"
    isSecure = scheme == "https"
  }
}

/// Parses addresses and caches their endpoints: the photos of a feed come from a few hosts, and
/// parsing is a considerable part of what a request costs.
///
/// Addresses with the same bytes up to the path share an endpoint, whatever the path (RFC 3986 3.2:
/// the authority ends at the first slash). Addresses that need encoding bypass the cache.
struct AddressBook {
  static let mostEndpoints = 64
  private var endpoints: [Substring: Endpoint] = [:]

  mutating func read(_ text: String) throws(Fault) -> Address {
    guard let beginning = Self.beginning(of: text) else { return try Address(text) }
    if let endpoint = endpoints[beginning] { return Address(url: text, endpoint: endpoint) }
    let address = try Address(text)
    if endpoints.count >= Self.mostEndpoints { endpoints = [:] }
    // A substring would keep the whole text.
    endpoints[Substring(String(beginning))] = address.endpoint
    return address
  }

  /// Scheme and authority with the slash that ends them; nil if the address does not begin plainly
  /// with both.
  private static func beginning(of text: String) -> Substring? {
    let bytes = text.utf8
    guard Address.isPlain(text), let colon = bytes.firstIndex(of: 58) else { return nil }
    let rest = bytes[colon...]
    guard rest.starts(with: "://".utf8) else { return nil }
    let authority = rest.dropFirst(3)
    guard let end = authority.firstIndex(where: { $0 == 47 || $0 == 63 || $0 == 35 }),
      end > authority.startIndex, bytes[end] == 47
    else { return nil }
    return text[...end]
  }
}
