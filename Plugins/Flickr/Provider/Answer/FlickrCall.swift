import ProviderKit

/// A call of the REST API. If an account is signed in, every call is signed by the host.
struct FlickrCall {
  let settings: [String: String]
  let isSignedIn: Bool

  init(settings: [String: String], isSignedIn: Bool) {
    (self.settings, self.isSignedIn) = (settings, isSignedIn)
  }

  init(_ query: PageQuery) {
    self.init(settings: query.settings, isSignedIn: FlickrCall.isSignedIn(query.secrets))
  }

  /// Whether there is all that a signature needs.
  static func isSignedIn(_ secrets: Set<String>) -> Bool {
    secrets.isSuperset(of: ["key", "secret", "token", "token-secret"])
  }

  /// - Throws: ``ProviderFailure`` with `.setting` for an endpoint that cannot be called.
  func request(
    _ method: String, _ arguments: [(String, String)]
  ) throws(ProviderFailure) -> RequestDescription {
    guard endpoint.hasPrefix("https://") || endpoint.hasPrefix("http://"),
      !endpoint.contains("?"), !endpoint.contains("#")
    else {
      throw ProviderFailure(
        .setting, "the endpoint \"\(endpoint)\" is not an http or https address without a query",
        hint: "the default is \(Manifest.flickrEndpoint)")
    }
    let parameters: [RequestDescription.Parameter] =
      [.init("method", method), .init("api_key", setting: "key")]
      + arguments.map { .init($0, $1) } + [.init("format", "json"), .init("nojsoncallback", "1")]
    return RequestDescription(
      url: endpoint, parameters: parameters,
      authorization: isSignedIn ? Authorization.flickr : nil)
  }

  var endpoint: String { settings["endpoint"] ?? Manifest.flickrEndpoint }
}

extension Authorization {
  static let flickr = Authorization(
    .oauth1, key: "key", secret: "secret", token: "token", tokenSecret: "token-secret")
}
