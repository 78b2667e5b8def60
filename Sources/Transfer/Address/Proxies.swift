import CCurl
import Redaction

/// Which proxy leads to an address, as the environment says it: the variables that curl(1) reads, with
/// the meaning that they have there.
///
/// Decided here and handed to libcurl for each request, so that it is known which connections lead
/// straight to a server: their addresses are checked, a proxy's is the user's own choice.
package struct Proxies: Sendable {
  private var proxies: [Bool: Proxy] = [:]
  private var exceptions = ProxyExceptions("")

  /// None: every connection leads straight to its server.
  package init() {}

  /// - Throws: a `TransferError` of the kind `badURL` that names the variable which holds no proxy's
  ///   address; its value, in which a password may be, is not shown.
  package init(environment: [String: String]) throws(TransferError) {
    // In capitals HTTP_PROXY is what a CGI server makes of a request's header (CVE-2016-5385).
    let variables = [false: ["http_proxy"], true: ["https_proxy", "HTTPS_PROXY"]]
    for (isSecure, names) in variables {
      for name in names + ["all_proxy", "ALL_PROXY"] {
        guard let value = environment[name], !value.isEmpty else { continue }
        guard let proxy = Proxy(value) else {
          throw TransferError(Fault(.badURL, "\(name) holds no address of a proxy"))
        }
        proxies[isSecure] = proxy
        break
      }
    }
    let exceptions = ["no_proxy", "NO_PROXY"].compactMap { environment[$0] }
    self.exceptions = ProxyExceptions(exceptions.first ?? "")
  }

  /// Nil: straight to the server.
  func proxy(for endpoint: Endpoint) -> Proxy? {
    guard let proxy = proxies[endpoint.isSecure] else { return nil }
    return exceptions.contains(endpoint.name) ? nil : proxy
  }

  /// What messages must not show.
  package var secrets: [String] { proxies.values.compactMap(\.password) }
}

/// A proxy's address.
struct Proxy: Sendable, Equatable {
  private static let schemes = ["http", "https", "socks4", "socks4a", "socks5", "socks5h"]

  /// As libcurl takes it, which knows HTTP where no scheme is given (CURLOPT_PROXY(3)).
  let url: String
  /// Without user name and password.
  let shown: String
  let password: String?

  /// Nil for what is no address, or of a scheme that libcurl does not know for proxies.
  init?(_ text: String) {
    guard let parts = curl_url() else { return nil }
    defer { curl_url_cleanup(parts) }
    let flags = UInt32(CURLU_GUESS_SCHEME | CURLU_NON_SUPPORT_SCHEME)
    guard curl_url_set(parts, CURLUPART_URL, text, flags) == CURLUE_OK,
      let host = Self.part(CURLUPART_HOST, of: parts), !host.isEmpty
    else { return nil }
    // A guess goes by the host's name: what stands there counts.
    let scheme = text.contains("://") ? Self.part(CURLUPART_SCHEME, of: parts) ?? "" : "http"
    guard Self.schemes.contains(scheme) else { return nil }
    url = text
    password = Self.part(CURLUPART_PASSWORD, of: parts)
    let port = Self.part(CURLUPART_PORT, of: parts)
    shown = (host + (port.map { ":" + $0 } ?? "")).shown
  }

  private static func part(_ part: CURLUPart, of parts: OpaquePointer) -> String? {
    var text: UnsafeMutablePointer<CChar>?
    guard curl_url_get(parts, part, &text, UInt32(CURLU_URLDECODE)) == CURLUE_OK, let text else {
      return nil
    }
    defer { curl_free(text) }
    return String(cString: text)
  }
}
