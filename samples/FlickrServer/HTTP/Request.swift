import CMicrohttpd

/// A request.
struct Request {
  /// `GET`, `HEAD` or `POST`; others are refused.
  let method: String
  /// Without the query.
  let path: String
  /// Of the query, and of the form that a POST sends.
  var arguments: [String: String] = [:]
  /// The header fields that the server uses, unparsed.
  let host: String?
  let acceptEncoding: String?
  let range: String?
  let ifRange: String?
  let authorization: String?

  /// From libmicrohttpd's parsed request; invalid UTF-8 is replaced.
  init(
    _ connection: OpaquePointer, method: UnsafePointer<CChar>, url: UnsafePointer<CChar>
  ) {
    func field(_ name: String) -> String? {
      MHD_lookup_connection_value(connection, .HEADER_KIND, name).map { String(cString: $0) }
    }
    (self.method, path) = (String(cString: method), String(cString: url))
    (host, acceptEncoding) = (field("Host"), field("Accept-Encoding"))
    (range, ifRange, authorization) = (field("Range"), field("If-Range"), field("Authorization"))
    withUnsafeMutablePointer(to: &arguments) { query in
      _ = MHD_get_connection_values(
        connection, .GET_ARGUMENT_KIND,
        { query, _, name, value in
          guard let query, let name else { return .YES }
          query.assumingMemoryBound(to: [String: String].self)
            .pointee[String(cString: name)] = value.map { String(cString: $0) } ?? ""
          return .YES
        }, query)
    }
  }

  /// The parts of the path.
  var parts: [String] { path.split(separator: "/").map(String.init) }

  /// Whether the Accept-Encoding field names gzip, and not with a weight of 0.
  var acceptsGzip: Bool {
    (acceptEncoding ?? "").lowercased().split(separator: ",").contains { coding in
      let parts = coding.split(separator: ";").map { $0.filter { $0 != " " } }
      return parts.first == "gzip" && !parts.dropFirst().contains { Double($0.dropFirst(2)) == 0 }
    }
  }
}
