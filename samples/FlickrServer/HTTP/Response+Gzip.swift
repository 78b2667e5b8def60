import CZlib

extension Response {
  /// The response with its body in gzip, if the client takes that (RFC 9110, section 12.5.3) and it
  /// makes the body smaller.
  func compressed(for request: Request) -> Response {
    guard case .bytes(let bytes) = body else { return self }
    var response = self
    response.headers.append(("Vary", "Accept-Encoding"))
    guard request.acceptsGzip, let gzipped = Response.gzipped(bytes) else { return response }
    response.headers.append(("Content-Encoding", "gzip"))
    response.body = .bytes(gzipped)
    return response
  }

  /// Nil if it is no shorter.
  private static func gzipped(_ bytes: [UInt8]) -> [UInt8]? {
    guard bytes.count > 100, bytes.count < Int32.max else { return nil }
    var output = [UInt8](repeating: 0, count: bytes.count)
    let length = gzip_bytes(bytes, bytes.count, &output, output.count)
    return length > 0 ? Array(output.prefix(length)) : nil
  }
}

extension Request {
  /// Whether the Accept-Encoding field names gzip, and not with a weight of 0.
  var acceptsGzip: Bool {
    (acceptEncoding ?? "").lowercased().split(separator: ",").contains { coding in
      let parts = coding.split(separator: ";").map { $0.filter { $0 != " " } }
      return parts.first == "gzip" && !parts.dropFirst().contains { Double($0.dropFirst(2)) == 0 }
    }
  }
}
