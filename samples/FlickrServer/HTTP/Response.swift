import CMicrohttpd
import CZlib

/// A response.
struct Response {
  let status: Int
  var headers: [(name: String, value: String)]
  var body: Body

  enum Body {
    case bytes([UInt8])
    case stream(Stream)
  }

  /// A body with a rate, counting and faults.
  struct Stream {
    let bytes: [UInt8]
    /// The range of the bytes to send.
    let range: Range<Int>
    /// Without Content-Length.
    var isChunked = false
    /// The fault after `sentBeforeFault` bytes: `truncate`, `reset`, `stall`, or nil.
    var fault: Fault?
    var sentBeforeFault = 0
  }

  static func text(_ status: Int, _ text: String, type: String = "text/html; charset=utf-8")
    -> Response
  {
    Response(status: status, headers: [("Content-Type", type)], body: .bytes(Array(text.utf8)))
  }

  static func plain(_ status: Int, _ text: String) -> Response {
    .text(status, text + "\n", type: "text/plain")
  }

  static func json(_ json: JSON, type: String = "application/json") -> Response {
    Response(status: 200, headers: [("Content-Type", type)], body: .bytes(json.bytes))
  }

  static func redirect(_ status: Int, to address: String) -> Response {
    Response(status: status, headers: [("Location", address)], body: .bytes([]))
  }

  /// Flickr's page for an exceeded rate limit.
  ///
  /// - Parameter retryAfter: in seconds.
  static func tooMany(retryAfter: Int) -> Response {
    var page = Response.text(
      429, "<html><head><title>429</title></head><body><h1>Too many requests</h1></body></html>\n")
    page.headers.append(("Retry-After", String(retryAfter)))
    return page
  }
}

extension Response {
  /// The response with half of its body, after which the connection ends.
  func cut() -> Response {
    guard case .bytes(let bytes) = body else { return self }
    var response = self
    response.body = .stream(
      Stream(
        bytes: bytes, range: bytes.indices, fault: .truncate, sentBeforeFault: bytes.count / 2))
    return response
  }

  /// The response with its body in gzip, if the client accepts that (RFC 9110, section 12.5.3) and
  /// the body gets smaller.
  func compressed(for request: Request) -> Response {
    guard case .bytes(let bytes) = body else { return self }
    var response = self
    response.headers.append(("Vary", "Accept-Encoding"))
    guard request.acceptsGzip, bytes.count > 100 else { return response }
    var output = [UInt8](repeating: 0, count: bytes.count)
    let length = gzip_bytes(bytes, bytes.count, &output, output.count)
    guard length > 0 else { return response }
    response.headers.append(("Content-Encoding", "gzip"))
    response.body = .bytes(Array(output.prefix(length)))
    return response
  }

  /// Passes the response to libmicrohttpd, which sends it on the connection's thread.
  func queue(on connection: OpaquePointer, socket: Int32, pace: BodyReader.Pace) -> MHD_Result {
    guard let response = made(socket: socket, pace: pace) else { return .NO }
    defer { MHD_destroy_response(response) }
    for (name, value) in headers {
      guard MHD_add_response_header(response, name, value) == .YES else { return .NO }
    }
    return MHD_queue_response(connection, UInt32(status), response)
  }

  private func made(socket: Int32, pace: BodyReader.Pace) -> OpaquePointer? {
    switch body {
    case .bytes(var bytes):
      return bytes.withUnsafeMutableBytes {
        MHD_create_response_from_buffer($0.count, $0.baseAddress, .RESPMEM_MUST_COPY)
      }
    case .stream(let stream):
      let reader = BodyReader(stream, socket: socket, pace: pace)
      let size = stream.isChunked ? body_size_unknown : UInt64(stream.range.count)
      return MHD_create_response_from_callback(
        size, 1 << 16,
        { context, position, buffer, limit in
          guard let context, let buffer else { return body_breaks }
          let reader = Unmanaged<BodyReader>.fromOpaque(context).takeUnretainedValue()
          return reader.read(
            at: Int(position), into: UnsafeMutableRawBufferPointer(start: buffer, count: limit))
        }, Unmanaged.passRetained(reader).toOpaque(),
        { context in
          if let context { Unmanaged<BodyReader>.fromOpaque(context).release() }
        })
    }
  }
}
