/// Where an address leads to, without what is asked for there. A class, because very many addresses
/// share one.
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
