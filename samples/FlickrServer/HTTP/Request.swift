import CMicrohttpd

/// A request.
struct Request {
  /// `GET`, `HEAD` or `POST`; others are refused.
  let method: String
  /// Without the query.
  let path: String
  /// Of the query, and of the form that a POST sends.
  private(set) var arguments: [String: String]
  /// The header fields that the server uses, unparsed.
  let host: String?
  let acceptEncoding: String?
  let range: String?
  let ifRange: String?
  var authorization: String?
}

extension Request {
  /// With the fields of its form.
  func with(_ fields: [String: String]) -> Request {
    var request = self
    request.arguments.merge(fields) { $1 }
    return request
  }

  /// From libmicrohttpd's parsed request; invalid UTF-8 is replaced.
  init(
    _ connection: OpaquePointer, method: UnsafePointer<CChar>, url: UnsafePointer<CChar>
  ) {
    var query: [String: String] = [:]
    withUnsafeMutablePointer(to: &query) { query in
      _ = MHD_get_connection_values(
        connection, .GET_ARGUMENT_KIND,
        { query, _, name, value in
          guard let query, let name else { return .YES }
          query.assumingMemoryBound(to: [String: String].self)
            .pointee[String(cString: name)] = value.map { String(cString: $0) } ?? ""
          return .YES
        }, query)
    }
    func field(_ name: String) -> String? {
      MHD_lookup_connection_value(connection, .HEADER_KIND, name).map { String(cString: $0) }
    }
    self.init(
      method: String(cString: method), path: String(cString: url),
      arguments: query, host: field("Host"), acceptEncoding: field("Accept-Encoding"),
      range: field("Range"), ifRange: field("If-Range"), authorization: field("Authorization"))
  }
}
