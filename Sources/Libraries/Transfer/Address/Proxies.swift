import CCurl
import Redaction

/// The proxies that the environment names: the same variables as curl(1), with the same meaning.
///
/// Chosen here and handed to libcurl for each request, so that the engine knows which connections
/// are direct: it checks their addresses, whereas a proxy is the user's own choice.
package struct Proxies: Sendable {
  private var proxies: [Bool: Proxy] = [:]
  private var exceptions = ProxyExceptions("")

  /// No proxies: every connection is direct.
  package init() {}

  /// - Throws: `TransferError` with `badURL` that names the variable with an invalid address. Its
  ///   value is not shown, because it may contain a password.
  package init(environment: [String: String]) throws(TransferError) {
    // HTTP_PROXY in capitals is ignored: a CGI server sets it from a request header
    // (CVE-2016-5385).
    let variables = [false: ["http_proxy"], true: ["https_proxy", "HTTPS_PROXY"]]
    for (isSecure, names) in variables {
      for name in names + ["all_proxy", "ALL_PROXY"] {
        guard let value = environment[name], !value.isEmpty else { continue }
        guard let proxy = Proxy(value) else {
          throw TransferError(Fault(.badURL, "\(name) is not a proxy address"))
        }
        proxies[isSecure] = proxy
        break
      }
    }
    let exceptions = ["no_proxy", "NO_PROXY"].compactMap { environment[$0] }
    self.exceptions = ProxyExceptions(exceptions.first ?? "")
  }

  /// The proxy for an address; nil if the connection is direct.
  func proxy(for endpoint: Endpoint) -> Proxy? {
    guard let proxy = proxies[endpoint.isSecure] else { return nil }
    return exceptions.contains(endpoint.name) ? nil : proxy
  }

  /// Passwords of the proxies, which no message may show.
  package var secrets: [String] { proxies.values.compactMap(\.password) }
}

/// A proxy's address.
struct Proxy: Sendable, Equatable {
  private static let schemes = ["http", "https", "socks4", "socks4a", "socks5", "socks5h"]

  /// For CURLOPT_PROXY(3). Without a scheme libcurl assumes HTTP.
  let url: String
  /// Without user name and password.
  let shown: String
  let password: String?

  /// Nil if `text` is no address, or libcurl does not support its scheme for proxies.
  init?(_ text: String) {
    guard let parts = curl_url() else { return nil }
    defer { curl_url_cleanup(parts) }
    let flags = ccurl_url_guess_scheme | ccurl_url_any_scheme
    guard curl_url_set(parts, CURLUPART_URL, text, flags) == CURLUE_OK,
      let host = Self.part(CURLUPART_HOST, of: parts), !host.isEmpty
    else { return nil }
    // Without a scheme libcurl guesses one from the host name; only an explicit scheme counts.
    let scheme = text.contains("://") ? Self.part(CURLUPART_SCHEME, of: parts) ?? "" : "http"
    guard Self.schemes.contains(scheme) else { return nil }
    url = text
    password = Self.part(CURLUPART_PASSWORD, of: parts)
    let port = Self.part(CURLUPART_PORT, of: parts)
    shown = (host + (port.map { ":" + $0 } ?? "")).shown
  }

  private static func part(_ part: CURLUPart, of parts: OpaquePointer) -> String? {
    var text: UnsafeMutablePointer<CChar>?
    guard curl_url_get(parts, part, &text, ccurl_url_decode) == CURLUE_OK, let text else {
      return nil
    }
    defer { curl_free(text) }
    return String(cString: text)
  }
}
