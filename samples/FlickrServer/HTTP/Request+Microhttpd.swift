import CMicrohttpd

extension Request {
  /// Reads what libmicrohttpd has parsed; bytes that are no UTF-8 are replaced.
  init(
    _ connection: OpaquePointer, method: UnsafePointer<CChar>, url: UnsafePointer<CChar>,
    form: [String: String]
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
      arguments: query.merging(form) { _, form in form }, host: field("Host"),
      authorization: field("Authorization"), acceptEncoding: field("Accept-Encoding"),
      range: field("Range"), ifRange: field("If-Range"),
      ifNoneMatch: field("If-None-Match"))
  }
}
